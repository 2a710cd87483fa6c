import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll } from "vitest";
import { createPythonRuntimes, type PythonRuntimes } from "../../runtime/supervisor/index.ts";
import { getTestEnvironmentsDirectory } from "../../runtime/supervisor/python/testing/test-environments.ts";
import {
  DECLARATIVE_SCHEMA,
  EMBEDDER,
  OPENAPI,
  PREVIEWS,
  PYTHON_PACKAGES,
  SDKS_DIST,
  SEED,
  TEMPLATES,
  WEB_DIST,
} from "../../server/src/commands/paths.ts";
import { readConfig } from "../../server/src/config.ts";
import { type Context, type ContextOptions, createContext } from "../../server/src/context.ts";
import type { SeedResult } from "../../server/src/modules/catalog/index.ts";
import { ContentVault } from "../../server/src/platform/crypto/content-vault.ts";
import { createFixedKeys, masterKey } from "../../server/src/platform/crypto/master-keys.ts";
import { runDirectory } from "../../server/src/startup/run-directory.ts";
import { Client } from "./client.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { expectBooksBalanced } from "./ledger.ts";

/** The product, composed as in production, with its own database and on a free port. */
export interface TestServer extends Pick<Context, "db" | "plans" | "app" | "metrics"> {
  url: string;
  client: Client;
  pool: TestDatabase["pool"];
  databaseUrl: string;
  /** Lists the sample agents, or the agents in a given folder. Throws if no agent could be listed. */
  seed(
    directory?: string,
    options?: { declaresPackages: boolean },
  ): Promise<Extract<SeedResult, { seeded: true }>>;
}

interface Database extends Pick<TestServer, "pool" | "databaseUrl"> {
  drop?: () => Promise<void>;
}

interface TestServerOptions {
  /** Settings, as environment variables. The port is a free one unless `PORT` is set. */
  env?: Record<string, string>;
  /** Returns the database of another server, so that this server is a second node on it. */
  beside?: () => Database;
  /** Overrides how names are resolved and which authorities are trusted. Called when the server starts. */
  network?: () => ContextOptions["network"];
  /** Receives the server's log, line by line. */
  log?: (line: string) => void;
}

/**
 * Starts a server for all tests of the calling file, then stops the server and audits its books. Call the returned
 * function inside tests.
 */
export function useTestServer(options: TestServerOptions = {}): () => TestServer {
  let current: { server: TestServer; stop: () => Promise<void> } | undefined;
  beforeAll(async () => {
    current = await startTestServer(options);
  });
  afterAll(async () => {
    if (!current) return;
    try {
      await expectBooksBalanced(current.server.db);
    } finally {
      await current.stop();
    }
  });
  return () => {
    if (!current) throw new Error("the test server exists only while tests run");
    return current.server;
  };
}

export const SERVER_MASTER_KEY = Buffer.alloc(32, "test");

/** Opens what test servers have encrypted. */
export const SERVER_CONTENT_VAULT = new ContentVault(createFixedKeys(masterKey(SERVER_MASTER_KEY)));

async function createOwnDatabase(): Promise<Database> {
  const { pool, url, drop } = await createTestDatabase();
  return { pool, databaseUrl: url, drop };
}

let sandboxSetup: Promise<PythonRuntimes["setup"]> | undefined;

/**
 * Tests a sandbox once for all servers of this process, because the checks and the trial run take a third of a second
 * of processor time. The folder is the same in every test run, because installed code is named after its content.
 */
function findSandboxSetup(): Promise<PythonRuntimes["setup"]> {
  sandboxSetup ??= (async () => {
    const runtimes = await createPythonRuntimes({
      runDirectory: getSandboxFolder(join(tmpdir(), "stoa-test-sandboxes")),
      sourceDirectory: PYTHON_PACKAGES,
    });
    await runtimes.close();
    return runtimes.setup;
  })();
  return sandboxSetup;
}

const getSandboxFolder = (home: string) => runDirectory(home, process.getuid?.() ?? 0);

async function startTestServer(options: TestServerOptions) {
  const { pool, databaseUrl, drop } = options.beside?.() ?? (await createOwnDatabase());
  const home = await mkdtemp(join(tmpdir(), "stoa-test-"));
  const env = {
    PORT: "0",
    HOST: "127.0.0.1",
    STOA_HOME: home,
    // Nodes with the same database share the master key.
    STOA_MASTER_KEY: SERVER_MASTER_KEY.toString("base64"),
    STOA_DRAIN_SECONDS: "2",
    // Warm parents start on first use, because most tests run no agent.
    STOA_PARENTS: "first-use",
    // No embedder starts, because few tests need embeddings.
    STOA_EMBEDDER: "none",
    STOA_ENVIRONMENTS: getTestEnvironmentsDirectory(),
    ...options.env,
  };
  const network = options.network?.();
  const config = readConfig(env, home);
  const context = await createContext({
    config,
    env,
    databaseUrl,
    log: options.log
      ? pino({ level: "info" }, { write: options.log })
      : pino({ level: process.env.STOA_TEST_LOG ?? "silent" }),
    ...(network && { network }),
    // Sandboxes that trust another authority are set up by their own server.
    sandboxSetup: "STOA_PYTHON" in env || network?.ca !== undefined ? undefined : await findSandboxSetup(),
    paths: {
      web: WEB_DIST,
      sdks: SDKS_DIST,
      python: PYTHON_PACKAGES,
      embedder: EMBEDDER,
      previews: PREVIEWS,
      openApi: OPENAPI,
      declarativeSchema: DECLARATIVE_SCHEMA,
      templates: TEMPLATES,
    },
  });
  await context.app.listen({ host: "127.0.0.1", port: config.port });
  const { port } = context.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const { db, plans, app, metrics } = context;
  const server: TestServer = {
    url,
    client: new Client(url),
    db,
    plans,
    app,
    metrics,
    pool,
    databaseUrl,
    seed: async (directory = SEED, options) => {
      const result = await context.seed({ directory, ...options });
      if (!result.seeded) throw new Error(result.reason);
      return result;
    },
  };
  const stop = async () => {
    await context.close();
    await drop?.();
    for (const folder of [home, getSandboxFolder(home)]) await rm(folder, { recursive: true, force: true });
  };
  return { server, stop };
}
