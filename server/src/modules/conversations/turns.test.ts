import { expect, test } from "vitest";
import { REMEMBERS, useConversations } from "./conversations.fixture.ts";

const stack = useConversations();

test("an agent gets the earlier turns, and the caller pays for them as input", async () => {
  const { upload, talk } = stack();
  const { say, read, turns } = await talk(await upload(REMEMBERS));
  const first = await say("one");
  expect(first.agent_output).toBe("one");
  const second = await say("two");
  expect(second.agent_output).toBe("user: one | assistant: one | two");
  const third = await say("three");
  expect(third.agent_output).toBe(
    "user: one | assistant: one | user: two | assistant: user: one | assistant: one | two | three",
  );
  expect(second.tokens_used).toBeGreaterThan(first.tokens_used + 5);
  const sum = first.cost + second.cost + third.cost;
  const conversation = await read();
  expect(conversation).toMatchObject({ title: "one", turns: 3, current_turn: 3, memory: "history" });
  expect(conversation.total_cost).toBeCloseTo(sum, 9);
  expect((await turns()).turns.map(({ turn, parent, message }) => [turn, parent, message])).toEqual([
    [3, 2, "three"],
    [2, 1, "two"],
    [1, null, "one"],
  ]);
});

test("an edited turn forgets what followed, and the earlier version stays", async () => {
  const { upload, talk } = stack();
  const { say, execute, read, turns, path, token } = await talk(await upload(REMEMBERS));
  await say("one");
  await say("two");
  await say("three");
  const edited = await say("2", { parent_turn: 1 });
  expect(edited.agent_output).toBe("user: one | assistant: one | 2");
  expect((await say("four")).agent_output).toContain("user: 2 |");
  expect(await read()).toMatchObject({ current_turn: 5 });
  const anew = await say("zero", { parent_turn: null });
  expect(anew.agent_output).toBe("zero");
  expect((await turns("?limit=2")).next_cursor).toBe("5");
  expect((await execute("x", { parent_turn: 99 })).body).toMatchObject({
    error: "invalid_request",
    detail: "The conversation has no turn 99",
  });
  await stack().client.call("PUT", path, { token, json: { current_turn: 3 } });
  expect((await say("four")).agent_output).toContain("user: three |");
});

test("a failed turn is free, is not remembered and can be retried", async () => {
  const { upload, talk } = stack();
  const { say, turns } = await talk(await upload(REMEMBERS));
  await say("one");
  const failed = await say("fail");
  expect(failed).toMatchObject({ success: false, total_cost: 0 });
  expect((await turns()).turns[0]).toMatchObject({ turn: 2, status: "failed", cost: 0, agent_output: null });
  const retried = await say("two", { parent_turn: 1 });
  expect(retried.agent_output).toBe("user: one | assistant: one | two");
  await say("fail");
  expect((await say("three")).agent_output).toContain("user: two |");
});

test("turns without a conversation stand alone", async () => {
  const { upload, talk, client } = stack();
  const agentId = await upload(REMEMBERS);
  const { say, token } = await talk(agentId);
  await say("one");
  const alone = await client.post(
    "/api/v1/execute/run",
    { agent_id: agentId, input_data: { message: "two" } },
    { token },
  );
  expect(alone.body).toMatchObject({ agent_output: "two" });
});

test("the message of an agent that names it otherwise is remembered as text", async () => {
  const { upload, talk, client } = stack();
  const source =
    "def run(question: str, history: list[dict]):\n    return [*(turn['content'] for turn in history), question]\n";
  const agentId = await upload(source);
  const { id, token, turns } = await talk(agentId);
  const ask = (question: string) => {
    const body = { agent_id: agentId, input_data: { question }, conversation_id: id };
    return client.post("/api/v1/execute/run", body, { token });
  };
  await ask("one");
  expect((await ask("two")).body).toMatchObject({ agent_output: ["one", '["one"]', "two"] });
  expect((await turns()).turns.map(({ message }) => message)).toEqual(["two", "one"]);
});
