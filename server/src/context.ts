import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { hostname } from "node:os";
import { PLAN_RUNS_AT_ONCE } from "@stoa/contract";
import { createGateway, type Gateway } from "@stoa/gateway";
import type { RuntimeName } from "@stoa/runtime/protocol";
import { type AgentRuntime, createSupervisor, DeclarativeRuntime } from "@stoa/runtime/supervisor";
import { WorkflowRuntime } from "@stoa/workflow";
import { createApp } from "./app.ts";
import type { Context, ContextOptions } from "./context-types.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { createMetrics } from "./metrics/product-metrics.ts";
import { Accounts, createProviders, mountAccountRoutes, Plans } from "./modules/accounts/index.ts";
import { Analytics, mountAnalyticsRoutes } from "./modules/analytics/index.ts";
import {
  AgentSuspensions,
  createCatalog,
  createRunnableAgents,
  FailingAgents,
  followPlanChanges,
  type PlanOf,
} from "./modules/catalog/index.ts";
import {
  ConnectorGrants,
  Connectors,
  createAllowance,
  createConnectorRoute,
  createConsentProviders,
  DECLARABLE_SERVICES,
  mountConnectorRoutes,
  mountGrantRoutes,
  serviceNamed,
} from "./modules/connectors/index.ts";
import { createLedger, grantOnEvents, mountLedgerRoutes } from "./modules/ledger/index.ts";
import { createNotifications } from "./modules/notifications/index.ts";
import { mountOperatorRoutes, Operators } from "./modules/operator/index.ts";
import { createEmbedder, createRecommendations } from "./modules/recommendations/index.ts";
import { createReviewLimits, mountReviewRoutes, Reviews } from "./modules/reviews/index.ts";
import { createRuns, hasPaidRun, presentRun, readBilledRun, readRun } from "./modules/runs/index.ts";
import { createSchedules } from "./modules/schedules/index.ts";
import { mountSystemRoutes } from "./modules/system/index.ts";
import { mountTemplateRoutes, readTemplates } from "./modules/templates/index.ts";
import { createWebhooks } from "./modules/webhooks/index.ts";
import {
  createAnswers,
  createHttpRoute,
  createServerLookup,
  createStorageRoute,
  createValuesStore,
  EngineRoute,
  RunRequests,
} from "./modules/workflows/index.ts";
import { loadMasterKeys } from "./platform/crypto/load-master-keys.ts";
import { Vault } from "./platform/crypto/vault.ts";
import { openDatabase } from "./platform/db/database.ts";
import { Readiness } from "./platform/db/readiness.ts";
import { EventBus } from "./platform/events/event-bus.ts";
import { createRatePolicies } from "./platform/http/rate-policies.ts";
import { createRequestLimits } from "./platform/http/request-limits.ts";
import { createMailer } from "./platform/mail/create-mailer.ts";
import { createOutbound } from "./platform/outbound/create-outbound.ts";
import { addReports } from "./platform/rate-limit/rate-store.ts";
import { SharedCounters } from "./platform/rate-limit/shared-counters.ts";
import { MemoryBudget } from "./platform/run-routes/memory-budget.ts";
import { openPythonRuntimes, runtimeNotices, runtimeStatus } from "./startup/agent-runtimes.ts";
import { describeDefaultModel, openModelSettings } from "./startup/model-settings.ts";
import { listPersonalData } from "./startup/personal-data.ts";
import { proxyNotices } from "./startup/proxy-notices.ts";

/** The user that owns the sample agents. */
const HOUSE = "stoa";

/** Puts the product together; the only place that knows every module. The database must be up to date. */
export async function createContext(options: ContextOptions): Promise<Context> {
  const { config, log, paths } = options;
  const metrics = config.metrics && createMetrics();
  await mkdir(config.home, { recursive: true });
  const models = await openModelSettings(options);
  const vault = new Vault(await loadMasterKeys(config.home, config.masterKey));
  const { db, pool } = openDatabase({
    url: options.databaseUrl,
    poolSize: config.databasePool,
    onLost: ({ message }) => log.warn({ reason: message }, "a database connection was lost"),
  });
  const readiness = new Readiness(options.databaseUrl);
  const notifications = createNotifications({
    db,
    databaseUrl: options.databaseUrl,
    serviceTitle: (name) => serviceNamed(name)?.displayName ?? name,
    log,
  });

  const events = new EventBus();
  const ledger = createLedger();
  grantOnEvents(events, ledger);
  const outbound = createOutbound({ allow: config.outboundAllow, ...options.network });
  const { smtp, publicUrl, google, github } = config.signIn;
  const mailer = createMailer(smtp && { ...smtp, ca: options.network?.ca }, log);
  const { notify } = notifications;
  const accounts = new Accounts({
    db,
    pool,
    vault,
    events,
    notify,
    mailer,
    publicUrl,
    providers: createProviders({ outbound, publicUrl, google, github, servers: options.network?.signIn }),
    passwordMinLength: config.passwordMinLength,
    signUpsPerDay: config.signUpsPerDay,
    prepareRevocation: (accountId) => connectors.withdrawals.ofAccount(accountId),
    personalData: listPersonalData(),
    log,
  });
  await accounts.startingCredits.prepare();
  followPlanChanges(events, notify);
  const plans = new Plans(db, events);
  const connectors = new Connectors({
    db,
    pool,
    vault,
    outbound,
    consentProviders: createConsentProviders({
      outbound,
      publicUrl,
      google,
      googleIssuer: options.network?.signIn?.google,
    }),
    log,
  });
  const planOf: PlanOf = (accountId) => accounts.planOf(accountId);

  const python = await openPythonRuntimes(config, paths.python, log, options.sandboxSetup);
  const declarative = new DeclarativeRuntime();
  const workflows = new WorkflowRuntime({ python: python.stoa });
  const supervisor = createSupervisor({
    runtimes: new Map<RuntimeName, AgentRuntime>([
      ["stoa", python.stoa],
      ["langchain", python.langchain],
      ["autogen", python.autogen],
      ["declarative", declarative],
      ["n8n", workflows],
    ]),
    capacity: config.runCapacity,
  });

  let gateway: Gateway | undefined;
  const requestMemory = new MemoryBudget();
  const agents = createRunnableAgents(db, planOf);
  const failingAgents = new FailingAgents(db, notify);
  const grants = new ConnectorGrants({ db, agents });
  const runs = createRuns({
    db,
    ledger,
    agents,
    supervisor,
    grants,
    outbound,
    requestMemory,
    gateway: () => {
      if (!gateway) throw new Error("the gateway is asked for before it is made");
      return gateway;
    },
    nodeId: `${hostname()}:${config.port || randomBytes(4).toString("hex")}`,
    bounds: {
      freeFailures: config.lossBoundNano,
      contentDays: config.contentDays,
    },
    checkFailures: (agentIds) => failingAgents.check(agentIds),
    unconfirmedRunLimit: (accountId) => accounts.spending.unconfirmedRunLimit(accountId),
    atOnce: (plan) => Math.ceil(PLAN_RUNS_AT_ONCE[plan] * config.rateLimitFactor),
    log,
    ended: metrics?.runEnded,
  });
  const connectorRoute = createConnectorRoute({
    runs: runs.connectorRuns,
    connectors,
    allowanceFor: createAllowance(db),
    outbound,
    memory: requestMemory,
    log,
  });
  const requests = new RunRequests();
  const reaching = { runs: runs.workflowRuns, memory: requestMemory, log };
  const engine = new EngineRoute({
    ...reaching,
    outbound,
    serverOf: createServerLookup((accountId, service) => connectors.useOfAccount(accountId, service)),
  });
  const answers = createAnswers({
    ...reaching,
    db,
    vault,
    publicUrl,
    ownsRun: runs.ownsRun,
    resultOf: runs.resultOf,
  });
  const modelGateway = createGateway({
    config: models.config,
    budget: metrics?.counting(runs.budget) ?? runs.budget,
    log,
    fetchImage: runs.fetchImage,
    routes: [
      connectorRoute,
      runs.agentRoute,
      createHttpRoute({ ...reaching, requests, outbound }),
      engine.route,
      answers.route,
      createStorageRoute({ ...reaching, requests, values: createValuesStore(db) }),
    ],
  });
  gateway = modelGateway;
  const catalog = createCatalog({
    db,
    pool,
    runtimes: supervisor,
    connectorServices: DECLARABLE_SERVICES,
    models: modelGateway,
    trials: runs.trialRunner,
    planOf,
    notify,
  });
  models.watch((next) => {
    modelGateway.reconfigure(next);
    catalog.modelsChanged();
  });
  const ownsAgent = (agentId: number, accountId: string) => agents.ownedBy(agentId, accountId);
  const analytics = new Analytics({ db, planOf, ownsAgent });
  const schedules = createSchedules({
    db,
    runs: runs.starts,
    agents,
    notify,
    runCapacity: config.runCapacity,
    log,
  });
  const templates = await readTemplates(paths.templates);
  const reviews = new Reviews({
    db,
    notify,
    limits: createReviewLimits(pool),
    agents: {
      ownerOf: async (agentId, accountId) => (await agents.declaredOf(agentId, accountId))?.ownerAccountId,
      hasPaidRun: (agentId, accountId) => hasPaidRun(db, agentId, accountId),
    },
  });
  const operators = new Operators(db, new AgentSuspensions(db, notify));
  const recommendations = createRecommendations({
    db,
    embedder: createEmbedder({
      kind: config.embedder,
      model: config.embedderModel,
      program: paths.embedder,
      callProvider: (model, texts, timeoutMs) => modelGateway.embed(model, texts, timeoutMs),
    }),
    log,
  });
  const webhooks = createWebhooks({
    db,
    pool,
    vault,
    outbound,
    runResult: async (accountId, runId) => {
      const run = await readRun(db, runId, accountId);
      return run && presentRun(run);
    },
    notify,
    log,
  });
  await runs.start();
  notifications.start();
  webhooks.start();

  const jobs = [
    ...schedules.startJobs(),
    ...startHousekeeping({ db, ledger, plans, catalog, accounts, analytics, answers, log }),
    ...(metrics?.watch({
      db,
      pool,
      log,
      supervisor,
      python,
      gateway: modelGateway,
      runCapacity: config.runCapacity,
    }) ?? []),
  ];

  const counters = new SharedCounters({
    report: (reports) => addReports(db, reports),
    onFailure: (err) => log.warn({ err }, "rate limits could not be counted with other nodes"),
  });
  const app = await createApp({
    log,
    proxies: config.proxies,
    expectsProxy: config.expectsProxy,
    takesRequestIds: config.takesRequestIds,
    authenticator: accounts.authenticator,
    metrics: metrics?.registry,
    limits: createRequestLimits(counters, createRatePolicies(config.rateLimitFactor)),
    routes: [
      (mount) => mountAccountRoutes(mount, accounts),
      (mount) =>
        mountLedgerRoutes(mount, {
          db,
          ledger,
          ownsAgent,
          runOf: (runId) => readBilledRun(db, runId),
        }),
      (mount) => mountAnalyticsRoutes(mount, analytics),
      (mount) => catalog.mountRoutes(mount),
      (mount) => recommendations.mountRoutes(mount),
      (mount) => mountReviewRoutes(mount, reviews),
      (mount) => mountOperatorRoutes(mount, operators),
      (mount) => mountTemplateRoutes(mount, templates),
      (mount) => mountConnectorRoutes(mount, connectors),
      (mount) => mountGrantRoutes(mount, grants),
      (mount) => runs.mountRoutes(mount),
      (mount) => answers.mountRoutes(mount),
      (mount) => schedules.mountRoutes(mount),
      (mount) => notifications.mountRoutes(mount),
      (mount) => webhooks.mountRoutes(mount),
      (mount) =>
        mountSystemRoutes(mount, {
          version: "0.1.0",
          checkDatabase: () => readiness.check(),
          runtimes: () => runtimeStatus(python, workflows),
          models: () => modelGateway.models(),
          defaultModel: () => modelGateway.defaultModel(),
          expected: config.expected,
        }),
    ],
    site: paths.web,
    siteMap: { publicUrl, publicAgents: (limit) => catalog.publicAgents(limit) },
    agentPages: { publicUrl, findPublicAgent: (id) => catalog.findPublicAgent(id) },
    sdks: paths.sdks,
    sdkSource: config.sdkSource,
    openApiFile: paths.openApi,
    declarativeSchemaFile: paths.declarativeSchema,
  });

  return {
    app,
    db,
    ledger,
    plans,
    metrics: metrics?.registry,
    notices: () => [...proxyNotices(config), ...runtimeNotices(runtimeStatus(python, workflows))],
    defaultModelNotice: () => describeDefaultModel(modelGateway),
    seed: async (directory) =>
      catalog.seedAgents((await accounts.ensureHouseAccount(HOUSE)).accountId, directory),
    reloadModels: () => models.reload(),
    close: async () => {
      models.close();
      await notifications.close();
      await Promise.all(jobs.map((job) => job.stop()));
      await recommendations.close();
      await runs.drain(config.drainMs);
      await app.close();
      await accounts.passwords.settled();
      await mailer.close();
      await modelGateway.close(config.drainMs);
      await Promise.all([python.close(), declarative.close(), workflows.close()]);
      await runs.close();
      await webhooks.close();
      await engine.close();
      await connectors.withdrawals.settled();
      await outbound.close();
      await readiness.close();
      await db.destroy();
    },
  };
}
