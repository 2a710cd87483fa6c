import { mkdir } from "node:fs/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../config.ts";
import type { ProviderServers } from "../modules/accounts/index.ts";
import { ContentVault } from "../platform/crypto/content-vault.ts";
import { loadMasterKeys } from "../platform/crypto/load-master-keys.ts";
import { Signer } from "../platform/crypto/signer.ts";
import { SigningKeys } from "../platform/crypto/signing-keys.ts";
import { Vault } from "../platform/crypto/vault.ts";
import { openDatabase } from "../platform/db/database.ts";
import { Readiness } from "../platform/db/readiness.ts";
import { EventBus } from "../platform/events/event-bus.ts";
import { createMailer } from "../platform/mail/create-mailer.ts";
import { createOutbound, type OutboundOptions } from "../platform/outbound/create-outbound.ts";
import { MemoryBudget } from "../platform/run-routes/memory-budget.ts";
import type { Shutdown } from "../platform/shutdown.ts";

export interface PlatformOptions {
  config: Config;
  databaseUrl: string;
  log: FastifyBaseLogger;
  /**
   * Overrides how names are resolved, which ports are connected to, which authorities TLS trusts, and the URLs of
   * Google and GitHub.
   */
  network?:
    | (Pick<OutboundOptions, "lookup" | "ca" | "replacePort"> & { signIn?: ProviderServers })
    | undefined;
}

export type Platform = Awaited<ReturnType<typeof openPlatform>>;

/** Opens the resources that every module uses. The database must be up to date. */
export async function openPlatform(options: PlatformOptions, shutdown: Shutdown) {
  const { config, databaseUrl, log, network } = options;
  await mkdir(config.home, { recursive: true });
  const masterKeys = await loadMasterKeys(config.home, config.masterKey);
  const { db, pool } = openDatabase({
    url: databaseUrl,
    poolSize: config.databasePool,
    onLost: ({ message }) => log.warn({ reason: message }, "lost a database connection"),
  });
  shutdown.add("database connections", () => db.destroy());
  const readiness = new Readiness(databaseUrl);
  shutdown.add("readiness check", () => readiness.close());
  const outbound = createOutbound({ allow: config.outboundAllow, ...network });
  shutdown.add("outbound connections", () => outbound.close());
  const { smtp } = config.signIn;
  const mailer = createMailer(smtp && { ...smtp, ca: network?.ca }, log);
  shutdown.add("mailer", () => mailer.close());
  return {
    databaseUrl,
    vault: new Vault(masterKeys),
    contentVault: new ContentVault(masterKeys),
    signer: new Signer(masterKeys),
    signingKeys: new SigningKeys(masterKeys),
    db,
    pool,
    readiness,
    outbound,
    mailer,
    events: new EventBus(),
    /** The memory that the requests of all runs on this node may use. */
    requestMemory: new MemoryBudget(),
    log,
  };
}
