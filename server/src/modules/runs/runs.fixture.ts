import { createGateway, readGatewayConfig } from "@stoa/gateway";
import type { RuntimeName } from "@stoa/runtime/protocol";
import { type AgentRuntime, createSupervisor, DeclarativeRuntime } from "@stoa/runtime/supervisor";
import pino from "pino";
import { afterAll, afterEach, beforeAll } from "vitest";
import {
  type ScriptedUpstream,
  startScriptedUpstream,
} from "../../../../gateway/src/testing/scripted-upstream.ts";
import { openTestRuntime } from "../../../../runtime/supervisor/python/testing/runtime-fixture.ts";
import { type Answer, Client } from "../../../../tests/harness/client.ts";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { expectBooksBalanced } from "../../../../tests/harness/ledger.ts";
import { TEST_CONTENT_VAULT } from "../../platform/crypto/content-vault.fixture.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { createHttpServer } from "../../platform/http/http-server.ts";
import { createMount } from "../../platform/http/mount.ts";
import { startJobs } from "../../platform/jobs/job.ts";
import { createOutbound, type OutboundOptions } from "../../platform/outbound/create-outbound.ts";
import { MemoryBudget } from "../../platform/run-routes/memory-budget.ts";
import { Shutdown } from "../../platform/shutdown.ts";
import { type AgentOptions, someAccount, someAgent } from "../catalog/catalog.fixture.ts";
import { createRunnableAgents, FailingAgents } from "../catalog/index.ts";
import { mountGrantRoutes } from "../connectors/grants/grant-routes.ts";
import { ConnectorGrants } from "../connectors/index.ts";
import { moneyIn } from "../ledger/ledger.fixture.ts";
import { HostGrants } from "../network/grants/host-grants.ts";
import { insertNotice } from "../notifications/notification-store.ts";
import { createActiveRuns, createRuns, type RunBounds } from "./index.ts";
import { NO_FILES } from "./run-files.fixture.ts";

export const USD = 1_000_000_000n;
/** 0.0001 USD, the default price of a token. */
export const PRICE = 100_000n;

/** The model of the scripted provider: 1 USD per 1M prompt tokens, 2 USD per 1M completion tokens. */
export const MODEL = "paid-model";
/** 1,000 USD per 1M prompt tokens and 2,000 USD per 1M completion tokens: a short answer costs a dollar. */
export const EXPENSIVE_MODEL = "expensive-model";

interface StackOptions {
  capacity?: number;
  bounds?: Partial<RunBounds>;
  /** The maximum cost of a run without `max_cost`, in nano-USD. If missing, there is no limit. */
  unconfirmedRunLimit?: bigint;
  /** The maximum number of active runs per account. The default is the limit of the Free plan. */
  atOnce?: number;
  /** Returns which certificates outbound requests trust, and how they resolve names. Called when the node starts. */
  network?: () => OutboundOptions;
  /** The number of bytes that an account may store. The default is the limit of the Free plan. */
  storageLimit?: number;
}

/**
 * Starts a node with its own server on a database. It uses real sandboxes, the real gateway and a scripted provider.
 */
async function startNode(db: Database, nodeId: string, upstream: ScriptedUpstream, options: StackOptions) {
  const { atOnce, storageLimit } = options;
  const python = await openTestRuntime();
  const supervisor = createSupervisor({
    runtimes: new Map<RuntimeName, AgentRuntime>([
      ["stoa", python.runtime],
      ["declarative", new DeclarativeRuntime()],
    ]),
    capacity: options.capacity ?? 16,
  });
  const log = pino({ level: process.env.TEST_LOG ?? "silent" });
  const agents = createRunnableAgents(db, async () => "free");
  const grants = new ConnectorGrants({ db, agents });
  const outbound = createOutbound(options.network?.());
  const { ledger } = moneyIn(db);
  const bounds = { limitGraceMs: 300, ...options.bounds };
  const active = createActiveRuns({
    db,
    contentVault: TEST_CONTENT_VAULT,
    ledger,
    outbound,
    files: NO_FILES,
    bounds,
    log,
  });
  const gateway = createGateway({
    config: readGatewayConfig({
      OPENAI_BASE_URL: upstream.baseUrl,
      OPENAI_API_KEY: "sk-test",
      STOA_MODELS: `${MODEL}=1/2,${EXPENSIVE_MODEL}=1000/2000`,
    }),
    budget: active.budget,
    log,
    fetchImage: active.fetchImage,
  });
  const module = createRuns({
    db,
    ledger,
    agents,
    supervisor,
    active,
    gateway,
    grants: { connectors: grants, hosts: new HostGrants({ db, agents }) },
    requestMemory: new MemoryBudget(),
    nodeId,
    drainMs: 0,
    openPackages: async () => ({ ok: false, problem: "no agent of these tests has packages of its own" }),
    openSecrets: async () => ({}),
    checkFailures: (agentIds) => new FailingAgents(db, insertNotice).check(agentIds),
    log,
    getUnconfirmedRunLimit: async () => options.unconfirmedRunLimit ?? 1_000n * USD,
    ...(atOnce !== undefined && { getMaxConcurrentRuns: () => atOnce }),
    ...(storageLimit !== undefined && { getStorageLimit: () => storageLimit }),
  });
  const runs = module.api;
  gateway.addRoute(runs.agentRoute);
  const jobs = new Shutdown();
  await startJobs(module.jobs, log, jobs);
  const app = createHttpServer({ log });
  const known = async (token: string): Promise<Caller | undefined> => {
    const [accountId, userId, keyId] = token.split(".");
    if (!accountId || !userId) return undefined;
    return { accountId, userId, username: "someone", ...(keyId !== undefined && { keyId }) };
  };
  await app.register(
    async (api) => {
      const mount = createMount(api, { bySession: known, byApiKey: known });
      module.routes(mount);
      mountGrantRoutes(mount, grants);
    },
    { prefix: "/api/v1" },
  );
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    runs,
    supervisor,
    client: new Client(url),
    url,
    async close() {
      await jobs.run();
      await app.close();
      await gateway.close(0);
      await outbound.close();
      await python.close();
    },
  };
}

export type TestNode = Awaited<ReturnType<typeof startNode>>;

/** Starts everything that a test of runs needs. The books are audited after every test. */
export function useRuns(options: StackOptions = {}) {
  const database = useTestDatabase();
  let node: TestNode | undefined;
  let upstream: ScriptedUpstream | undefined;
  const others: TestNode[] = [];

  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    node = await startNode(database().db, "node-1", upstream, options);
  });
  afterEach(async () => {
    await Promise.all(others.splice(0).map((other) => other.close()));
    await expectBooksBalanced(database().db);
  });
  afterAll(async () => {
    await node?.close();
    await upstream?.close();
  });

  return () => {
    if (!node || !upstream) throw new Error("The node runs only during tests.");
    const { db } = database();
    const provider = upstream;
    return {
      ...node,
      db,
      upstream,
      money: moneyIn(db),
      ...people(db),
      agent: (ownerAccountId: string, options: Partial<AgentOptions> & { source?: string }) =>
        pythonAgent(db, ownerAccountId, options),
      async otherNode(nodeId: string, more: StackOptions = {}): Promise<TestNode> {
        const other = await startNode(db, nodeId, provider, { ...options, ...more });
        others.push(other);
        return other;
      },
    };
  };
}

function people(db: Database) {
  /** Creates a user with a wallet and credits. */
  const person = async (credits = 10n * USD) => {
    const { accountId, userId } = await someAccount(db);
    const money = moneyIn(db);
    await db.transaction().execute((tx) => money.ledger.openAccount(tx, accountId));
    if (credits > 0n) await money.grant(accountId, credits, "paid");
    return { accountId, userId, token: `${accountId}.${userId}` };
  };
  return { person };
}

let agents = 0;

function pythonAgent(
  db: Database,
  ownerAccountId: string,
  { source, content, ...options }: Partial<AgentOptions> & { source?: string },
): Promise<number> {
  agents += 1;
  return someAgent(db, ownerAccountId, {
    name: `Agent ${agents}`,
    price: PRICE,
    ...options,
    content: { ...(source === undefined ? {} : { source }), filename: "agent.py", ...content },
  });
}

/** Returns the body of an answer as an object. */
export function parseBody(answer: Answer): Record<string, unknown> {
  return Object(answer.body);
}
