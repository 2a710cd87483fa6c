import { Conversation, ConversationLink, ConversationList } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { FORGETS, parseShared, REMEMBERS, useConversations } from "./conversations.fixture.ts";

const stack = useConversations();

test("a link shows the turns up to the one that was current, until it is revoked or replaced", async () => {
  const { upload, talk, client } = stack();
  const { say, path, token, read, readShared } = await talk(await upload(FORGETS));
  expect(await client.post(`${path}/share`, {}, { token })).toMatchObject({ status: 409 });
  await say("one");
  const share = async () => parseAnswer(ConversationLink, await client.post(`${path}/share`, {}, { token }));
  const { url } = await share();
  await say("two");
  const shared = parseShared(await readShared(url));
  expect(shared.turns.map(({ message }) => message)).toEqual(["one"]);
  expect(JSON.stringify(shared)).not.toContain("run_");
  expect(await read()).toMatchObject({ is_shared: true });
  const again = await share();
  expect(await readShared(url)).toMatchObject({ status: 404 });
  expect(parseShared(await readShared(again.url)).turns).toHaveLength(2);
  await client.call("DELETE", `${path}/share`, { token });
  expect(await readShared(again.url)).toMatchObject({ status: 404 });
  expect(await read()).toMatchObject({ is_shared: false });
});

test("a link does not name an agent that has become private", async () => {
  const { upload, talk, client, db } = stack();
  const agentId = await upload(FORGETS);
  const { say, path, token, readShared } = await talk(agentId);
  await say("one");
  const { url } = parseAnswer(ConversationLink, await client.post(`${path}/share`, {}, { token }));
  const hidden = { visibility: "private", name: "Zanzibar" } as const;
  await db.updateTable("agents").set(hidden).where("id", "=", agentId).execute();
  const answer = await readShared(url);
  expect(parseShared(answer).agent_name).toBe("Private agent");
  expect(answer.headers.get("x-robots-tag")).toBe("noindex");
});

test("a branch continues from an earlier turn and leaves its origin unchanged", async () => {
  const { upload, talk, client } = stack();
  const { say, path, token, read } = await talk(await upload(REMEMBERS));
  for (const message of ["one", "two", "three"]) await say(message);
  await say("2", { parent_turn: 1 });
  const branch = parseAnswer(Conversation, await client.post(`${path}/branch`, { turn: 4 }, { token }));
  expect(branch).toMatchObject({ title: "one", turns: 2, current_turn: 2 });
  const more = await say("next", { conversation_id: branch.id });
  expect(more.agent_output).toBe(
    "user: one | assistant: one | user: 2 | assistant: user: one | assistant: one | 2 | next",
  );
  expect(await read()).toMatchObject({ turns: 4 });
  expect(await client.call("DELETE", path, { token })).toMatchObject({ status: 200 });
  const rest = await say("again", { conversation_id: branch.id });
  expect(rest.agent_output).toContain("user: one |");
});

test("a conversation is renamed, found, exported and deleted with its contents", async () => {
  const { upload, talk, client, db } = stack();
  const { id, say, path, token } = await talk(await upload(FORGETS));
  await say("What is a 100 % \\ discount_?");
  await client.call("PUT", path, { token, json: { title: "Prices of 100 %" } });
  const find = async (query: string) =>
    parseAnswer(
      ConversationList,
      await client.get(`/api/v1/conversations?${query}`, { token }),
    ).conversations.map((found) => found.id);
  expect(await find("search=100%20%25")).toEqual([id]);
  expect(await find("search=discount")).toEqual([]);
  expect(await find("agent_id=2000000")).toEqual([]);
  const markdown = await client.get(`${path}/export?format=markdown`, { token });
  expect(markdown.status).toBe(200);
  expect(String(markdown.body)).toContain("# Prices of 100 %");
  expect(String(markdown.body)).toContain("> What is a 100 % \\ discount_?");
  expect((await client.get(`${path}/export`, { token })).body).toMatchObject({
    conversation: { id },
    turns: [{ turn: 1, agent_output: "What is a 100 % \\ discount_?" }],
  });
  const { run_id: runId } = await say("two");
  expect(await client.call("DELETE", path, { token })).toMatchObject({ status: 200 });
  expect(await client.get(path, { token })).toMatchObject({ status: 404 });
  const contents = await db.selectFrom("run_contents").select("run_id").where("run_id", "=", runId).execute();
  expect(contents).toEqual([]);
  expect(await client.get(`/api/v1/execute/runs/${runId}`, { token })).toMatchObject({ status: 200 });
});

test("the list is paged by the last use", async () => {
  const { upload, client, talk } = stack();
  const agentId = await upload(FORGETS);
  const { token, say, id: first } = await talk(agentId);
  const ids = [];
  for (let number = 0; number < 3; number += 1) {
    const created = await client.post("/api/v1/conversations", { agent_id: agentId }, { token });
    ids.unshift(parseAnswer(Conversation, created).id);
  }
  await say("used last");
  const page = async (cursor = "") =>
    parseAnswer(
      ConversationList,
      await client.get(`/api/v1/conversations?limit=2${cursor && `&cursor=${cursor}`}`, { token }),
    );
  const one = await page();
  const two = await page(one.next_cursor ?? "");
  const seen = [...one.conversations, ...two.conversations].map(({ id }) => id);
  expect(seen).toEqual([first, ...ids]);
  expect(two.next_cursor).toBeNull();
  expect(await client.get("/api/v1/conversations?cursor=x", { token })).toMatchObject({ status: 400 });
});
