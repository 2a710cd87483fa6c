import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { TEST_CONTENT_VAULT } from "../../platform/crypto/content-vault.fixture.ts";
import { MemoryBudget } from "../../platform/run-routes/memory-budget.ts";
import { someAccount, someAgent } from "../catalog/catalog.fixture.ts";
import { createMemoryRoute } from "./memory-route.ts";
import type { RememberingRun } from "./remembering-run.ts";
import { RunStore } from "./run-store.ts";

export interface MemoryReply {
  status: number;
  body: string;
  /** The error code of a refusal. */
  code: string | null;
  etag: string | null;
}

/** Serves the route of `stoa.memory` on a real database, for runs that the test starts. */
export function useMemoryRoute() {
  const database = useTestDatabase();
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.closeAllConnections();
  });

  /** Starts a run and returns a function that sends requests as the run. */
  async function startRun(
    { userId, agentId }: { userId: string; agentId: number },
    { trial = false }: { trial?: boolean } = {},
  ) {
    const { signal } = new AbortController();
    const run: RememberingRun = { userId, agentId, signal, track: () => undefined };
    const route = createMemoryRoute({
      runs: { find: () => run, recordTrialCall: () => Promise.reject(new Error("recorded")) },
      store: new RunStore(database().db, TEST_CONTENT_VAULT),
      requestMemory: new MemoryBudget(),
      log: { error: (fields) => console.error(fields) },
    });
    const session = { runId: "run_1", runToken: "token", trial };
    const server = createServer((request, response) => void route.handle(session, request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    servers.push(server);
    const { port } = server.address() as AddressInfo;
    return async (
      method: string,
      path: string,
      options: { body?: string; headers?: Record<string, string> } = {},
    ): Promise<MemoryReply> => {
      const reply = await fetch(`http://127.0.0.1:${port}/memory${path}`, { method, ...options });
      const { status, headers } = reply;
      return {
        status,
        body: await reply.text(),
        code: headers.get("x-stoa-error"),
        etag: headers.get("etag"),
      };
    };
  }

  /** Creates an agent of a new developer, and a person. */
  async function someAgentAndPerson() {
    const { db } = database();
    const [developer, person] = [await someAccount(db), await someAccount(db)];
    const agentId = await someAgent(db, developer.accountId, { name: `Agent ${Math.random()}` });
    return { agentId, userId: person.userId, accountId: person.accountId, developer };
  }

  return { database, startRun, someAgentAndPerson };
}
