import type { Client } from "@modelcontextprotocol/client";
import { beforeAll, expect, it } from "vitest";
import { expectBooksBalanced } from "../../../../tests/harness/ledger.ts";
import { type TestServer, useTestServer } from "../../../../tests/harness/server.ts";
import { type RegisteredPerson, registerPerson } from "../accounts/personal-data/full-account.fixture.ts";
import { ACCEPT, connectClient, createMessage, VERSIONS } from "./mcp.fixture.ts";

const server = useTestServer();
const otherNode = useTestServer({ beside: () => server() });
const SLOW = `
import time

def run(message):
    if message != "Hello":
        time.sleep(60)
    return message
`;
let caller: RegisteredPerson;
let agentId = 0;

beforeAll(async () => {
  const developer = await registerPerson(server());
  caller = await registerPerson(server());
  agentId = await developer.upload({}, SLOW);
});

const readStatuses = async (): Promise<string[]> => {
  const { rows } = await server().pool.query(
    "SELECT status FROM runs WHERE account_id = $1 ORDER BY created_at",
    [caller.accountId],
  );
  return rows.map(({ status }) => String(status));
};

const startSlowRun = (client: Client, signal: AbortSignal) =>
  client.callTool(
    { name: "run_agent", arguments: { agent_id: agentId, input_data: { message: "wait" } } },
    { signal },
  );

it.each([VERSIONS.stateless, VERSIONS.sessions])(
  "a client of %s that cancels a call stops its run",
  async (version) => {
    const before = (await readStatuses()).length;
    const client = await connectClient(server(), caller.apiKey, { version });
    const abort = new AbortController();
    const call = startSlowRun(client, abort.signal);
    await expect.poll(async () => (await readStatuses())[before]).toBe("running");
    abort.abort();
    await expect(call).rejects.toThrow(/abort/i);
    await expect.poll(async () => (await readStatuses())[before]).toBe("cancelled");
    await expectBooksBalanced(server().db);
  },
);

it("a cancellation that reaches another node stops the run, but not that of another session", async () => {
  const before = (await readStatuses()).length;
  const open = await post(server(), createMessage("initialize", { ...INITIALIZE }), {});
  const session = String(open.headers.get("mcp-session-id"));
  const call = createMessage("tools/call", {
    name: "run_agent",
    arguments: { agent_id: agentId, input_data: { message: "wait" } },
  });
  const answer = post(server(), call, { "mcp-session-id": session });
  await expect.poll(async () => (await readStatuses())[before]).toBe("running");
  const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
  const other = { "mcp-session-id": "00000000-0000-4000-8000-000000000000" };
  for (const node of [server(), otherNode()]) expect((await post(node, cancelled, other)).status).toBe(202);
  expect((await readStatuses())[before]).toBe("running");
  expect((await post(otherNode(), cancelled, { "mcp-session-id": session })).status).toBe(202);
  await answer;
  expect((await readStatuses())[before]).toBe("cancelled");
});

const INITIALIZE = {
  protocolVersion: VERSIONS.sessions,
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
};

const post = (node: TestServer, json: unknown, headers: Record<string, string>) =>
  node.client.post("/mcp", json, { key: caller.apiKey, headers: { ...ACCEPT, ...headers } });
