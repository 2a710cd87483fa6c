import type { PythonRuntimes } from "@stoa/runtime/supervisor";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import type { Config } from "./config.ts";
import type { Plans, ProviderServers } from "./modules/accounts/index.ts";
import type { SeedResult } from "./modules/catalog/index.ts";
import type { Ledger } from "./modules/ledger/index.ts";
import type { Database } from "./platform/db/database.ts";
import type { OutboundOptions } from "./platform/outbound/create-outbound.ts";

/** What the product is put together from. */
export interface ContextOptions {
  config: Config;
  env: NodeJS.ProcessEnv;
  databaseUrl: string;
  log: FastifyBaseLogger;
  paths: {
    web: string;
    sdks: string;
    python: string;
    embedder: string;
    openApi: string;
    declarativeSchema: string;
    templates: string;
  };
  /** How names are resolved and whom TLS trusts, if not as the system does; where Google and GitHub are. */
  network?: (Pick<OutboundOptions, "lookup" | "ca"> & { signIn?: ProviderServers }) | undefined;
  /** How sandboxes are set up on this machine, if this process has tried it before. */
  sandboxSetup?: PythonRuntimes["setup"];
}

/** The composed product. */
export interface Context {
  app: FastifyInstance;
  db: Database;
  ledger: Ledger;
  plans: Plans;
  /** Figures for Prometheus, where there is a port for them. */
  metrics: Registry | undefined;
  /** What the operator should know: each runtime that is not available, and why. */
  notices(): string[];
  /** Which model the name `default` means now. */
  defaultModelNotice(): string;
  seed(directory: string): Promise<SeedResult>;
  /** Reads the models file again. */
  reloadModels(): Promise<void>;
  /** Takes no more requests, drains runs, then lets go of everything. */
  close(): Promise<void>;
}
