import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Balance, ExecutionResult, UsageHistory } from "@stoa/contract";
import { expect, test } from "vitest";
import { createClient, createRequest } from "../../server/src/modules/a2a/javascript-client.fixture.ts";
import { registerPerson } from "../../server/src/modules/accounts/personal-data/full-account.fixture.ts";
import { connectClient } from "../../server/src/modules/mcp/mcp.fixture.ts";
import { parseAnswer } from "../harness/client.ts";
import { expectBooksBalanced } from "../harness/ledger.ts";
import { useTestServer } from "../harness/server.ts";
import { findClientsPython, PYTHON_CLIENTS } from "./python-clients.ts";

const server = useTestServer();

const AGENT = "def run(message):\n    return message.upper()\n";

test("one balance pays an agent's runs by OpenAI's client, an MCP client and an A2A client, with the same receipts", async () => {
  const [developer, caller] = [await registerPerson(server()), await registerPerson(server())];
  const agentId = await developer.upload({ price_per_token: "0.0001" }, AGENT);
  const { client, db, url } = server();
  const { token, apiKey } = caller;
  const getBalance = async () =>
    parseAnswer(Balance, await client.get("/api/v1/billing/balance", { token })).current_balance;
  const before = await getBalance();

  await promisify(execFile)(findClientsPython(), [PYTHON_CLIENTS, "one_call"], {
    env: {
      ...{ PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: "1" },
      ...{ STOA_BASE_URL: `${url}/v1`, STOA_API_KEY: apiKey, STOA_MODEL: `agent/${agentId}` },
    },
  });
  const mcp = await connectClient(server(), apiKey);
  const called = await mcp.callTool({
    name: "run_agent",
    arguments: { agent_id: agentId, input_data: { message: "hello there" } },
  });
  expect(called.structuredContent).toMatchObject({ output: "HELLO THERE" });
  const a2a = await createClient(server(), agentId, apiKey, "JSONRPC");
  const task = await a2a.sendMessage(createRequest("hello there"));
  expect(task).toMatchObject({ artifacts: [{ parts: [{ content: { value: "HELLO THERE" } }] }] });

  const list = await client.get("/api/v1/execute/my-usage", { token });
  const { usage_history: usage } = parseAnswer(UsageHistory, list);
  expect(usage).toHaveLength(3);
  const receipts = await Promise.all(
    usage.map(async ({ id }) => {
      const run = await client.get(`/api/v1/execute/runs/${id}`, { token });
      const { metadata, total_cost, tokens_used, agent_output, receipt } = parseAnswer(ExecutionResult, run);
      return { agent: metadata.agent_id, total_cost, tokens_used, agent_output, receipt };
    }),
  );
  expect(receipts[1]).toEqual(receipts[0]);
  expect(receipts[2]).toEqual(receipts[0]);
  const cost = receipts[0]?.total_cost ?? 0;
  expect(receipts[0]).toMatchObject({ agent: agentId, agent_output: "HELLO THERE" });
  expect(cost).toBeGreaterThan(0);
  expect(before - (await getBalance())).toBeCloseTo(3 * cost, 9);
  await expectBooksBalanced(db);
});
