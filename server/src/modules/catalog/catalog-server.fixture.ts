import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { RuntimeName } from "@stoa/runtime/protocol";
import {
  type AgentRuntime,
  createSupervisor,
  DeclarativeRuntime,
  type Supervisor,
} from "@stoa/runtime/supervisor";
import { WorkflowRuntime } from "@stoa/workflow";
import { pino } from "pino";
import { afterAll, beforeAll } from "vitest";
import { openTestRuntime } from "../../../../runtime/supervisor/python/testing/runtime-fixture.ts";
import { Client } from "../../../../tests/harness/client.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/harness/database.ts";
import { runJob } from "../../../../tests/harness/jobs.ts";
import { createFixedKeys, masterKey } from "../../platform/crypto/master-keys.ts";
import { Vault } from "../../platform/crypto/vault.ts";
import { EventBus } from "../../platform/events/event-bus.ts";
import { createHttpServer } from "../../platform/http/http-server.ts";
import { createMount } from "../../platform/http/mount.ts";
import { testAccounts } from "../accounts/accounts.fixture.ts";
import { readPlan } from "../accounts/plans.ts";
import { mountAccountRoutes } from "../accounts/routes.ts";
import type { Accounts } from "../accounts/service.ts";
import { DECLARABLE_SERVICES } from "../connectors/index.ts";
import { insertNotice } from "../notifications/notification-store.ts";
import { DEFAULT_RUN_BOUNDS } from "../runs/run-bounds.ts";
import { NO_FILES } from "../runs/run-files.fixture.ts";
import { NodeMemory } from "../runs/start/node-memory.ts";
import { RunPlaces } from "../runs/start/run-places.ts";
import { createTrialRunner } from "../runs/trial/trial-runner.ts";
import { TrialRuns } from "../runs/trial/trial-runs.ts";
import type { AgentPackages } from "./agents/agent-packages.ts";
import {
  AgentSecrets,
  type Catalog,
  createCatalog,
  createRunnableAgents,
  type OfferedModels,
  type RunnableAgents,
  type UploadRates,
} from "./index.ts";

interface CatalogServer {
  client: Client;
  database: TestDatabase;
  catalog: Catalog & { agents: RunnableAgents; beginPrices(): Promise<void> };
  accounts: Accounts;
}

/**
 * Returns a fake set of offered models, keyed by the names that files may use. It always includes `default` and
 * `stoa-basic`.
 */
export function offeredModels(byName: ReadonlyMap<string, string>): OfferedModels {
  const names = new Map([["default", "stoa-basic"], ["stoa-basic", "stoa-basic"], ...byName]);
  return {
    findModel(name) {
      const model = names.get(name);
      const by = name === "default" ? "default" : model === name ? "name" : "alias";
      return model === undefined ? undefined : { model, by, promptRateNano: 0n, completionRateNano: 0n };
    },
    listModelNames: () => [...names.keys()],
  };
}

interface ServerOptions {
  /** Whether to start a Python runtime too, which takes half a second more. */
  python?: boolean;
  uploadRates?: UploadRates;
  /** By default no packages can be installed. */
  packages?: AgentPackages;
  /** By default only `default` and `stoa-basic` are offered. */
  models?: OfferedModels;
}

const NOT_INSTALLED = { ok: false, problem: "These tests install no packages.", isTemporary: false } as const;
const NO_PACKAGES: AgentPackages = {
  resolve: async () => NOT_INSTALLED,
  install: async () => NOT_INSTALLED,
  find: async () => undefined,
};
const ONLY_DEFAULT = offeredModels(new Map());

interface OpenedRuntimes {
  supervisor: Supervisor;
  close(): Promise<void>;
}

async function openRuntimes(python: boolean): Promise<OpenedRuntimes> {
  const workflows = new WorkflowRuntime();
  const runtimes = new Map<RuntimeName, AgentRuntime>([
    ["declarative", new DeclarativeRuntime()],
    ["n8n", workflows],
  ]);
  const supervisor = createSupervisor({ runtimes, capacity: 4 });
  if (!python) return { supervisor, close: () => workflows.close() };
  const { runtime, close } = await openTestRuntime();
  runtimes.set("stoa", runtime);
  return { supervisor, close: async () => void (await Promise.all([close(), workflows.close()])) };
}

async function open(options: ServerOptions): Promise<CatalogServer & { close(): Promise<void> }> {
  const database = await createTestDatabase();
  const { db, pool } = database;
  const events = new EventBus();
  const runtimes = await openRuntimes(options.python ?? false);
  const vault = new Vault(createFixedKeys(masterKey(randomBytes(32))));
  const accounts = testAccounts({
    db,
    pool,
    vault,
    events,
  });
  const getPlan = (accountId: string) => readPlan(db, accountId);
  const trials = createTrialRunner({
    places: new RunPlaces({ supervisor: runtimes.supervisor, memory: new NodeMemory() }),
    trials: new TrialRuns(),
    files: NO_FILES,
    bounds: DEFAULT_RUN_BOUNDS,
    gateway: {
      connect: () => {
        throw new Error("no agent of these tests calls a model");
      },
    },
  });
  const catalog = createCatalog({
    db,
    pool,
    events,
    models: options.models ?? ONLY_DEFAULT,
    trials,
    secrets: new AgentSecrets({ db, vault }),
    packages: options.packages ?? NO_PACKAGES,
    runtimes: runtimes.supervisor,
    connectorServices: DECLARABLE_SERVICES,
    getPlan,
    notify: insertNotice,
    ...(options.uploadRates && { uploadRates: options.uploadRates }),
  });
  const app = createHttpServer({ log: pino({ level: "silent" }) });
  await app.register(
    async (api) => {
      const mount = createMount(api, accounts.authenticator);
      mountAccountRoutes(mount, accounts);
      catalog.routes(mount);
    },
    { prefix: "/api/v1" },
  );
  await app.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.address() as AddressInfo;
  return {
    client: new Client(`http://127.0.0.1:${address.port}`),
    database,
    catalog: {
      ...catalog.api,
      agents: createRunnableAgents(db, getPlan),
      beginPrices: () => runJob(catalog.jobs, "announced prices"),
    },
    accounts,
    async close() {
      await app.close();
      await runtimes.close();
      await database.drop();
    },
  };
}

/** Starts a server with accounts and the catalog for all tests of the calling file. */
export function useCatalogServer(options: ServerOptions = {}): () => CatalogServer {
  let current: Awaited<ReturnType<typeof open>> | undefined;
  beforeAll(async () => {
    current = await open(options);
  });
  afterAll(() => current?.close());
  return () => {
    if (!current) throw new Error("The server exists only while tests run.");
    return current;
  };
}

export const DOCUMENTATION = "Say anything to it and it says the same thing back to you, word for word.";

/** Returns the form of an upload that passes, with the test's changes. `null` leaves a field out. */
export function uploadForm(change: {
  fields?: Record<string, string | null>;
  file?: { name: string; content: string | Uint8Array<ArrayBuffer> } | null;
}): FormData {
  const form = new FormData();
  const fields = {
    name: `Echo ${randomBytes(4).toString("hex")}`,
    description: "Repeats its input.",
    documentation: DOCUMENTATION,
    category: "general",
    price_per_token: "0.0001",
    ...change.fields,
  };
  for (const [name, value] of Object.entries(fields)) if (value !== null) form.set(name, value);
  const file =
    change.file === undefined
      ? { name: "echo.py", content: "def run(message):\n    return message\n" }
      : change.file;
  if (file) form.set("file", new Blob([file.content]), file.name);
  return form;
}

/** Returns the form of a version: a file, and the fields of the test. */
export function versionForm(
  content: string,
  fields: Record<string, string> = {},
  name = "echo.py",
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set("file", new Blob([content]), name);
  return form;
}
