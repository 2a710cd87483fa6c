import type { AddressInfo } from "node:net";
import type { ConnectorUse } from "@stoa/contract";
import { pino } from "pino";
import { afterAll, beforeAll } from "vitest";
import { Client } from "../../../../../tests/harness/client.ts";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/harness/database.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import { createHttpServer } from "../../../platform/http/http-server.ts";
import { createMount } from "../../../platform/http/mount.ts";
import { addCurrentVersion } from "../../catalog/agents/agent-store.ts";
import { echoContent, NO_MODELS, someAccount, someAgent } from "../../catalog/catalog.fixture.ts";
import { createRunnableAgents } from "../../catalog/index.ts";
import { mountGrantRoutes } from "./grant-routes.ts";
import { ConnectorGrants } from "./grants.ts";

export const POSTS: ConnectorUse = { service: "slack", methods: ["POST"], paths: ["/chat.postMessage"] };
export const READS: ConnectorUse = { service: "github", methods: ["GET", "HEAD"], paths: ["/**"] };

async function open() {
  const database = await createTestDatabase();
  const { db } = database;
  const agents = createRunnableAgents(db, async () => "free");
  const app = createHttpServer({ log: pino({ level: "silent" }) });
  const known = async (token: string): Promise<Caller | undefined> => {
    const [accountId, userId] = token.split(".");
    return accountId && userId ? { accountId, userId, username: "someone" } : undefined;
  };
  await app.register(
    async (api) =>
      mountGrantRoutes(
        createMount(api, { bySession: known, byApiKey: known }),
        new ConnectorGrants({ db, agents }),
      ),
    { prefix: "/api/v1" },
  );
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const close = async () => {
    await app.close();
    await database.drop();
  };
  return { database, client: new Client(`http://127.0.0.1:${port}`), close };
}

let agents = 0;

function market(db: Database) {
  return {
    async person() {
      const { accountId, userId } = await someAccount(db);
      return { accountId, userId, token: `${accountId}.${userId}` };
    },
    /** Creates an account's agent that declares these connectors. */
    agent(ownerAccountId: string, connectors: ConnectorUse[]): Promise<number> {
      agents += 1;
      return someAgent(db, ownerAccountId, { name: `Agent ${agents}`, content: { connectors } });
    },
    /** Publishes a new current version of the agent. */
    async newVersion(agentId: number, connectors: ConnectorUse[]): Promise<void> {
      await db.transaction().execute((tx) =>
        addCurrentVersion(tx, agentId, {
          content: echoContent({ connectors }),
          models: NO_MODELS,
          checks: [],
        }),
      );
    },
    async handOver(agentId: number, accountId: string): Promise<void> {
      await db.updateTable("agents").set({ owner_account_id: accountId }).where("id", "=", agentId).execute();
    },
  };
}

/** Starts a server with the grant routes for all tests of the calling file. */
export function useGrants() {
  let current: { database: TestDatabase; client: Client; close(): Promise<void> } | undefined;
  beforeAll(async () => {
    current = await open();
  });
  afterAll(() => current?.close());
  return () => {
    if (!current) throw new Error("The server exists only while tests run.");
    const { db } = current.database;
    return { client: current.client, db, ...market(db) };
  };
}
