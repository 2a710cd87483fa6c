import { lookup } from "node:dns";
import type { Duplex } from "node:stream";
import {
  createGateway,
  GatewayConfigError,
  type GatewayLog,
  ModelSettings,
  type RunBudget,
  type RunRoute,
} from "@stoa/gateway";
import {
  createHttpRoute,
  createStorageRoute,
  createValuesInMemory,
  EngineRoute,
  type FindDeveloperServer,
  RunRequests,
  type WorkflowRun,
} from "../modules/workflows/index.ts";
import { createOutbound } from "../platform/outbound/create-outbound.ts";
import { ANY_HOST } from "../platform/outbound/declared-hosts.ts";
import type { Outbound } from "../platform/outbound/outbound.ts";
import { Traffic } from "../platform/outbound/traffic.ts";
import { serveTrials } from "../platform/run-routes/define-run-route.ts";
import { MemoryBudget } from "../platform/run-routes/memory-budget.ts";
import { RouteRefusal } from "../platform/run-routes/route-refusal.ts";
import { UsageError } from "./command-arguments.ts";
import type { LocalConnectors } from "./local-connectors.ts";
import { LOCAL_RUN } from "./local-run.ts";
import { createNoAnswersRoute } from "./no-answers.ts";
import { noConnectorsRoute } from "./no-connector.ts";

/**
 * How long the gateway waits for active calls when the run has ended. They are dropped, because nothing needs
 * their result.
 */
const DRAIN_MS = 0;

/** A local run may reach every address that its machine can reach. */
const EVERYWHERE = ["0.0.0.0/0", "::/0"];

/** A local run has no budget: its author pays the model provider directly. */
const UNBOUNDED: RunBudget = {
  reserve: (_runId, { completionTokens }) =>
    Promise.resolve({ granted: true, id: "local", completionTokens }),
  record: () => Promise.resolve(),
};

const LOG: GatewayLog & { error(fields: object, message: string): void } = {
  info: () => undefined,
  warn: () => undefined,
  error: (_fields, message) => console.error(`stoa: ${message}`),
};

/** Returns a lookup of the user's n8n server in the environment, for files that run on such a server. */
function createServerFinder({
  STOA_N8N_URL: address,
  STOA_N8N_API_KEY: key,
}: NodeJS.ProcessEnv): FindDeveloperServer {
  return () => {
    if (!address || !key)
      return Promise.reject(
        new RouteRefusal("This workflow runs on an n8n server. Set STOA_N8N_URL and STOA_N8N_API_KEY", {
          status: 503,
          code: "no_engine",
        }),
      );
    return Promise.resolve({ address: address.replace(/\/+$/, ""), headers: { "x-n8n-api-key": key } });
  };
}

/** The gateway of a local run: models, servers, and stored values that end with the process. */
export interface LocalGateway {
  runId: string;
  runToken: string;
  connect(connection: Duplex): void;
  close(): Promise<void>;
}

async function readModels(env: NodeJS.ProcessEnv, modelsFile: string) {
  const isRequired = Boolean(env.STOA_MODELS_FILE);
  try {
    return (await ModelSettings.open({ path: modelsFile, isRequired, env, log: LOG })).config;
  } catch (error) {
    throw error instanceof GatewayConfigError ? new UsageError(error.message, { cause: error }) : error;
  }
}

/** Loads the code for connectors only if the user has connected something. */
async function createServicesRoute(
  connectors: LocalConnectors | undefined,
  outbound: Outbound,
  memory: MemoryBudget,
  { signal, traffic }: WorkflowRun,
): Promise<RunRoute> {
  if (!connectors) return noConnectorsRoute;
  const { createLocalConnectorRoute } = await import("./local-connectors.ts");
  return createLocalConnectorRoute({ connectors, outbound, memory, log: LOG, signal, traffic });
}

/** Opens the gateway of a local run. @throws UsageError if the model settings are invalid */
export async function openLocalGateway(
  env: NodeJS.ProcessEnv,
  modelsFile: string,
  connectors?: LocalConnectors,
): Promise<LocalGateway> {
  const config = await readModels(env, modelsFile);
  const ended = new AbortController();
  const run: WorkflowRun = {
    accountId: "local",
    agentId: 0,
    developerAccountId: "local",
    hosts: [ANY_HOST],
    traffic: new Traffic(),
    signal: ended.signal,
    track: () => undefined,
  };
  const runs = { find: () => run, recordTrialCall: () => undefined };
  const outbound = createOutbound({ allow: EVERYWHERE, lookup });
  const requests = new RunRequests();
  const memory = new MemoryBudget();
  const access = { runs, memory, log: LOG };
  const engine = new EngineRoute({ ...access, outbound, findDeveloperServer: createServerFinder(env) });
  const gateway = createGateway({
    config,
    budget: UNBOUNDED,
    log: LOG,
    routes: [
      createNoAnswersRoute(access),
      await createServicesRoute(connectors, outbound, memory, run),
      createHttpRoute({ ...access, requests, outbound }),
      engine.route,
      createStorageRoute({ ...access, requests, values: createValuesInMemory() }),
    ].map(serveTrials),
  });
  // Without a provider, the built-in model answers for every model.
  const session = { ...LOCAL_RUN, trial: config.providers.size === 0 };
  return {
    ...LOCAL_RUN,
    connect: (connection) => gateway.connect(connection, session),
    close: async () => {
      ended.abort();
      await gateway.close(DRAIN_MS);
      await engine.close();
      await outbound.close();
    },
  };
}
