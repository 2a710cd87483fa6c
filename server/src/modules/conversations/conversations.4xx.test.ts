import { CONVERSATION_TEXTS } from "@stoa/contract";
import { expect, test } from "vitest";
import { countTokens } from "../runs/live/text-metering.ts";
import { FORGETS, useConversations } from "./conversations.fixture.ts";

const stack = useConversations();
const UNKNOWN = `conv_${"0".repeat(32)}`;

test("another person's and unknown conversations are not found", async () => {
  const { client, upload, talk } = stack();
  const agentId = await upload(FORGETS);
  const { id, path, say } = await talk(agentId);
  await say("one");
  const { token } = await client.register();
  for (const [method, route, json] of [
    ["GET", path],
    ["PUT", path, { title: "Mine" }],
    ["DELETE", path],
    ["GET", `${path}/turns`],
    ["POST", `${path}/branch`, { turn: 1 }],
    ["POST", `${path}/share`],
    ["DELETE", `${path}/share`],
    ["GET", `${path}/export`],
    ["POST", "/api/v1/execute/run", { agent_id: agentId, input_data: { message: "x" }, conversation_id: id }],
    [
      "POST",
      "/api/v1/execute/run",
      { agent_id: agentId, input_data: { message: "x" }, conversation_id: UNKNOWN },
    ],
    ["POST", "/api/v1/conversations", { agent_id: 2_000_000 }],
    ["POST", "/api/v1/conversations", { agent_id: Number.MAX_SAFE_INTEGER }],
  ] as const)
    expect(await client.call(method, route, { token, json }), `${method} ${route}`).toMatchObject({
      status: 404,
      body: { error: "not_found" },
    });
});

test("a conversation with another agent is refused by its field", async () => {
  const { upload, talk, client } = stack();
  const [first, second] = [await upload(FORGETS), await upload(FORGETS)];
  const { id, token } = await talk(first);
  const body = { agent_id: second, input_data: { message: "x" }, conversation_id: id };
  expect(await client.post("/api/v1/execute/run", body, { token })).toMatchObject({
    status: 400,
    body: {
      errors: [{ field: "conversation_id", message: CONVERSATION_TEXTS.otherAgent(first) }],
    },
  });
});

test("a turn needs a conversation, and a conversation id has a form", async () => {
  const { upload, talk, client } = stack();
  const agentId = await upload(FORGETS);
  const { token } = await talk(agentId);
  for (const [field, more] of [
    ["parent_turn", { parent_turn: 1 }],
    ["conversation_id", { conversation_id: "mine" }],
    ["parent_turn", { conversation_id: UNKNOWN, parent_turn: 0 }],
  ] as const) {
    const body = { agent_id: agentId, input_data: { message: "x" }, ...more };
    expect(await client.post("/api/v1/execute/run", body, { token }), field).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    });
  }
});

test("a conversation whose maximum cost is reached refuses turns until the maximum is removed", async () => {
  const { upload, talk, client } = stack();
  const agentId = await upload(FORGETS);
  const price = 0.0001;
  const tokens = 2 * (await countTokens("one two three"));
  const { say, execute, path, token, read } = await talk(agentId, { max_cost: price * tokens });
  expect(await say("one two three")).toMatchObject({
    success: true,
    tokens_used: tokens,
    max_cost_set_by: "spending_limit",
  });
  expect(await execute("x")).toMatchObject({
    status: 403,
    body: { error: "spending_limit_reached", detail: CONVERSATION_TEXTS.capUsedUp },
  });
  expect(await read()).toMatchObject({ turns: 1 });
  await client.call("PUT", path, { token, json: { max_cost: null } });
  expect(await say("one two three")).toMatchObject({ success: true });
});

test("turns that start at once cannot cost more together than the conversation may", async () => {
  const { upload, talk } = stack();
  const text = "one two three";
  const max_cost = 0.0001 * 3 * (await countTokens(text));
  const { execute, read } = await talk(await upload(FORGETS), { max_cost });
  const answers = await Promise.all([1, 2, 3, 4].map(() => execute(text, { parent_turn: null })));
  for (const { status } of answers) expect([200, 403, 409]).toContain(status);
  expect((await read()).total_cost).toBeLessThanOrEqual(max_cost);
});

test("a turn cannot follow one that has not ended, and the conversation cannot be deleted meanwhile", async () => {
  const { upload, talk, client } = stack();
  const agentId = await upload(
    "import time\n\ndef run(message: str):\n    if message == 'wait':\n        time.sleep(60)\n    return message\n",
  );
  const { execute, say, path, token } = await talk(agentId);
  await say("one");
  const started = await client.call("POST", "/api/v1/execute/run", {
    token,
    json: { agent_id: agentId, input_data: { message: "wait" }, conversation_id: path.split("/").at(-1) },
    headers: { prefer: "respond-async" },
  });
  expect(started.status).toBe(202);
  const conflict = { status: 409, body: { error: "conflict", detail: CONVERSATION_TEXTS.activeTurn } };
  expect(await execute("two")).toMatchObject(conflict);
  expect(await client.call("DELETE", path, { token })).toMatchObject(conflict);
  expect(await say("two", { parent_turn: 1 })).toMatchObject({ success: true, agent_output: "two" });
  const { run_id: runId } = started.body as { run_id: string };
  await client.post(`/api/v1/execute/runs/${runId}/cancel`, {}, { token });
  expect(await client.call("DELETE", path, { token })).toMatchObject({ status: 200 });
});

test("of two turns that start at once only one follows the current turn", async () => {
  const { upload, talk } = stack();
  const { execute, say, read } = await talk(await upload(FORGETS));
  await say("one");
  const answers = await Promise.all(["two", "three", "four"].map((message) => execute(message)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
  const ended = statuses.filter((status) => status === 200).length;
  expect(await read()).toMatchObject({ turns: 1 + ended, current_turn: 1 + ended });
});
