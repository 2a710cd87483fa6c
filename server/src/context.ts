import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { PLAN_RUNS_AT_ONCE } from "@stoa/contract";
import {
  createGateway,
  type Gateway,
  type ModelSettings,
  type OpenTunnel,
  type RunRoute,
} from "@stoa/gateway";
import type { PythonRuntimes } from "@stoa/runtime/supervisor";
import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import type { Config } from "./config.ts";
import { createMetrics, type ProductMetrics } from "./metrics/product-metrics.ts";
import { createPushPresenter } from "./modules/a2a/index.ts";
import { createAccounts, type Plans, readPlan } from "./modules/accounts/index.ts";
import {
  AgentSecrets,
  type Catalog,
  createCatalog,
  createRunnableAgents,
  FailingAgents,
  findUsedPackages,
  type RunnableAgents,
  type SampleChoice,
  type SeedResult,
} from "./modules/catalog/index.ts";
import { createConnectors, DECLARABLE_SERVICES } from "./modules/connectors/index.ts";
import { createFileRoute, createFiles, type FilesApi } from "./modules/files/index.ts";
import { createLedger, ledger } from "./modules/ledger/index.ts";
import { createNetwork } from "./modules/network/index.ts";
import { notify } from "./modules/notifications/index.ts";
import { createPackages } from "./modules/packages/index.ts";
import { createRememberedValues } from "./modules/remembered-values/index.ts";
import {
  type ActiveRuns,
  createActiveRuns,
  createRuns,
  findEmbedProblem,
  type RunsApi,
  type RunsDeps,
  readBilledRun,
  readRunResult,
} from "./modules/runs/index.ts";
import { createTemplates } from "./modules/templates/index.ts";
import { createWebhooks } from "./modules/webhooks/index.ts";
import { createWorkflows, type UseConnector } from "./modules/workflows/index.ts";
import type { Database } from "./platform/db/database.ts";
import type { Notify } from "./platform/events/notify.ts";
import { startJobs } from "./platform/jobs/job.ts";
import type { Module } from "./platform/module.ts";
import { Shutdown } from "./platform/shutdown.ts";
import { type AddModule, addFeatures } from "./startup/add-features.ts";
import { getRuntimeNotices, listAuthorities, openRuntimes, type Runtimes } from "./startup/agent-runtimes.ts";
import { describeDefaultModel, openModelSettings } from "./startup/model-settings.ts";
import { openApp } from "./startup/open-app.ts";
import { openPlatform, type Platform, type PlatformOptions } from "./startup/open-platform.ts";
import { listPersonalData } from "./startup/personal-data.ts";
import { getProxyNotices } from "./startup/proxy-notices.ts";

/** The user that owns the sample agents. */
const HOUSE = "stoa";

/** The options from which the product is composed. */
export interface ContextOptions extends PlatformOptions {
  env: NodeJS.ProcessEnv;
  paths: {
    web: string;
    sdks: string;
    python: string;
    embedder: string;
    previews: string;
    openApi: string;
    declarativeSchema: string;
    templates: string;
  };
  /** How sandboxes are set up on this machine, if this process has already checked it. */
  sandboxSetup?: PythonRuntimes["setup"];
}

/** The composed product, with the functions that the commands call. */
export interface Context {
  app: FastifyInstance;
  db: Database;
  plans: Plans;
  /** Metrics for Prometheus, if a port is set for them. */
  metrics: Registry | undefined;
  /** Messages for the operator: each unavailable runtime, with the reason. */
  getNotices(): string[];
  /** Returns a line that says which model `default` stands for now. */
  getDefaultModelNotice(): string;
  /** Creates or updates the sample agents in a folder that declare packages, or the sample agents that declare none. */
  seed(samples: SampleChoice): Promise<SeedResult>;
  /** Reads the models file again. */
  reloadModels(): Promise<void>;
  /** Stops the jobs, waits for runs to end, and then closes everything else. */
  close(): Promise<void>;
}

/**
 * Composes the product. A part may use the parts that were created before it, and is closed before them.
 * @throws ConfigError if the models file is invalid.
 */
export async function createContext(options: ContextOptions): Promise<Context> {
  const { config, log, paths } = options;
  const shutdown = new Shutdown();
  const models = await openModelSettings(options);
  const metrics = config.metrics && createMetrics();
  const platform = await openPlatform(options, shutdown);
  const authorities = listAuthorities(options.network?.ca, options.env);
  const runtimes = await openRuntimes({ ...options, authorities, sourceDirectory: paths.python }, shutdown);
  const product = await createModules({ options, platform, runtimes, models, metrics }, shutdown);
  const { modules, gateway, accounts, catalog } = product;
  models.watch((next) => {
    gateway.reconfigure(next);
    catalog.modelsChanged();
  });
  shutdown.add("models file", async () => models.close());
  const app = await openApp(options, platform.db, { ...product, metrics: metrics?.registry });
  shutdown.add("HTTP server", () => app.close());
  const { db, pool } = platform;
  const { python, supervisor } = runtimes;
  await startJobs(
    [
      ...modules.flatMap(({ jobs }) => jobs),
      ...(metrics?.watch({ db, pool, supervisor, python, gateway, runCapacity: config.runCapacity }) ?? []),
    ],
    log,
    shutdown,
  );
  return {
    app,
    db,
    plans: accounts.plans,
    metrics: metrics?.registry,
    getNotices: () => [...getProxyNotices(config), ...getRuntimeNotices(runtimes.status())],
    getDefaultModelNotice: () => describeDefaultModel(gateway),
    seed: async (samples) =>
      catalog.seedAgents((await accounts.ensureHouseAccount(HOUSE)).accountId, samples),
    reloadModels: () => models.reload(),
    close: () => shutdown.run(),
  };
}

interface Parts {
  options: ContextOptions;
  platform: Platform;
  runtimes: Runtimes;
  models: ModelSettings;
  metrics: ProductMetrics | undefined;
}

function createAdd(modules: Module<unknown>[], shutdown: Shutdown): AddModule {
  return (name, module) => {
    modules.push(module);
    shutdown.add(name, () => module.close());
    return module.api;
  };
}

/** Creates the modules, and the gateway between them. Each module may use the modules that are created before it. */
async function createModules({ options, platform, runtimes, models, metrics }: Parts, shutdown: Shutdown) {
  const { config, paths, log } = options;
  const servers = options.network?.signIn;
  const { db } = platform;
  const { supervisor } = runtimes;
  const modules: Module<unknown>[] = [];
  const add = createAdd(modules, shutdown);
  const getPlan = (accountId: string) => readPlan(db, accountId);
  const agents = createRunnableAgents(db, getPlan);
  const ownsAgent = (agentId: number, accountId: string) => agents.isOwnedBy(agentId, accountId);
  const secrets = new AgentSecrets(platform);
  const { contentDays, files: storage, signIn } = config;
  const { publicUrl } = signIn;
  const filesDeps = { ...platform, getPlan, publicUrl, contentDays, storage, previews: paths.previews, log };
  const files = add("files", await createFiles(filesDeps));
  const active = createActiveRuns({
    ...platform,
    ledger,
    files,
    bounds: { freeFailures: config.lossBoundNano, contentDays },
  });
  const shared = { ...platform, ledger, notify, agents, getPlan, ownsAgent, supervisor };

  const runResult = (accountId: string, runId: string) =>
    readRunResult({ db, contents: active.contents }, runId, accountId, files.createLinks);
  const presentRunEnd = createPushPresenter(db);
  const { runWebhooks } = add("webhooks", createWebhooks({ ...shared, runResult, presentRunEnd }));
  add("ledger", createLedger({ ...shared, findRun: (runId) => readBilledRun(db, runId) }));
  const connectors = add(
    "connectors",
    createConnectors({ ...shared, ...signIn, runs: active.connectorRuns, googleIssuer: servers?.google }),
  );
  const accounts = add(
    "accounts",
    await createAccounts({
      ...shared,
      ...signIn,
      passwordMinLength: config.passwordMinLength,
      signUpsPerDay: config.signUpsPerDay,
      servers,
      prepareRevocation: connectors.prepareRevocation,
      checkEmbedding: createEmbeddingCheck(agents),
      personalData: listPersonalData(),
    }),
  );
  const endpoints = addRunEndpoints(add, {
    ...shared,
    active,
    files,
    publicUrl,
    useConnector: connectors.useOfAccount,
  });
  const { network } = endpoints;
  const gateway = openGateway({ options, models, metrics }, active, { connectors, ...endpoints });
  shutdown.add("gateway", () => gateway.close(config.drainMs));
  const packages = addPackages(add, config, { ...shared, runtimes });
  const runs = addRuns(add, config, {
    ...shared,
    active,
    gateway,
    openPackages: (digest, onWait) => packages.open(digest, onWait),
    openSecrets: (agentId) => secrets.open(agentId),
    grants: { connectors: connectors.grants, hosts: network.hostGrants },
    getUnconfirmedRunLimit: accounts.unconfirmedRunLimit,
    ended: metrics?.runEnded,
  });
  gateway.addRoute(runs.agentRoute);
  const trials = runs.trialRunner;
  const offers = { runtimes: supervisor, connectorServices: DECLARABLE_SERVICES, models: gateway };
  const catalog = add("catalog", createCatalog({ ...shared, secrets, ...offers, trials, packages }));
  const { authenticator, appKeys, publishableKeys } = accounts;
  const openModelsAgent = () => openHouseAgent(accounts, catalog);
  addFeatures(add, options, {
    ...shared,
    ...{ gateway, runs, catalog, runtimes, files, contents: active.contents },
    ...{ authenticator, appKeys, publishableKeys, runWebhooks, openModelsAgent },
  });
  add("templates", await createTemplates(paths.templates));
  return { modules, gateway, accounts, catalog };
}

/** Returns the platform's agent to which the runs of sold models belong. */
async function openHouseAgent(
  accounts: Pick<Awaited<ReturnType<typeof createAccounts>>["api"], "ensureHouseAccount">,
  catalog: Pick<Catalog, "ensureModelsAgent">,
) {
  return catalog.ensureModelsAgent((await accounts.ensureHouseAccount(HOUSE)).accountId);
}

/** Returns the check whether an account can embed an agent in web pages. */
function createEmbeddingCheck(agents: RunnableAgents) {
  return async (agentId: number, accountId: string) => {
    const agent = await agents.find(agentId, { callerAccountId: accountId });
    return agent && { problem: findEmbedProblem(agent, accountId) };
  };
}

interface EndpointParts extends Platform {
  active: ActiveRuns;
  files: FilesApi;
  agents: RunnableAgents;
  ownsAgent(agentId: number, accountId: string): Promise<boolean>;
  publicUrl: string;
  useConnector: UseConnector;
}

/** Adds the modules that runs reach through the gateway, besides connectors. */
function addRunEndpoints(add: AddModule, parts: EndpointParts) {
  const { active, files, requestMemory: memory } = parts;
  return {
    workflows: add("workflows", createWorkflows({ ...parts, ...active, runs: active.workflowRuns })),
    network: add("network", createNetwork({ ...parts, runs: active.connectingRuns })),
    memory: add("stoa.memory", createRememberedValues({ ...parts, runs: active.rememberingRuns })),
    fileRoute: createFileRoute({ ...parts, runs: active.filingRuns, files, memory }),
  };
}

function addPackages(
  add: AddModule,
  { packagesGb }: Config,
  { db, log, runtimes }: Pick<Platform, "db" | "log"> & { runtimes: Runtimes },
) {
  const environments = runtimes.python.packages;
  const findUsed = (digests: string[]) => findUsedPackages(db, digests);
  return add("packages", createPackages({ db, log, environments, maxBytes: packagesGb * 1e9, findUsed }));
}

/** The modules that runs reach through the gateway. */
interface GatewayParts {
  connectors: { runRoute: RunRoute };
  workflows: { runRoutes: readonly RunRoute[] };
  network: { openTunnel: OpenTunnel };
  memory: { runRoute: RunRoute };
  fileRoute: RunRoute;
}

function openGateway(
  { options, models, metrics }: Pick<Parts, "options" | "models" | "metrics">,
  { budget, fetchImage }: ActiveRuns,
  { connectors, workflows, network, memory, fileRoute }: GatewayParts,
): Gateway {
  return createGateway({
    config: models.config,
    budget: metrics?.measureBudget(budget) ?? budget,
    log: options.log,
    fetchImage,
    routes: [connectors.runRoute, memory.runRoute, ...workflows.runRoutes, fileRoute],
    openTunnel: network.openTunnel,
  });
}

function addRuns(
  add: AddModule,
  config: Config,
  parts: Omit<RunsDeps, "nodeId" | "drainMs" | "checkFailures" | "getMaxConcurrentRuns"> & { notify: Notify },
): RunsApi {
  const failingAgents = new FailingAgents(parts.db, parts.notify);
  return add(
    "runs",
    createRuns({
      ...parts,
      nodeId: `${hostname()}:${config.port || randomBytes(4).toString("hex")}`,
      drainMs: config.drainMs,
      checkFailures: (agentIds) => failingAgents.check(agentIds),
      getMaxConcurrentRuns: (plan) => Math.ceil(PLAN_RUNS_AT_ONCE[plan] * config.rateLimitFactor),
    }),
  );
}
