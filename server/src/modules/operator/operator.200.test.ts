import { Agent, AuditLog, SuspensionReply, User } from "@stoa/contract";
import { expect, test } from "vitest";
import { type Client, type Person, parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { EventBus } from "../../platform/events/event-bus.ts";
import { UserModeration } from "../accounts/index.ts";
import { personWithAgent } from "../catalog/catalog.fixture.ts";

const server = useTestServer();

async function setOperator({ username }: Person, is: boolean): Promise<void> {
  await new UserModeration(server().db, new EventBus()).setOperator(username, is, "operator:tester");
}

async function operator(client: Client): Promise<Person> {
  const person = await client.register();
  await setOperator(person, true);
  return person;
}

test("lets an operator suspend and restore an agent, and records both in the audit log", async () => {
  const { client, db } = server();
  const { token } = await operator(client);
  const owned = await personWithAgent(client, db, { name: "Heron" });
  const path = `/api/v1/operator/agents/${owned.agentId}/suspension`;
  const shown = async () =>
    parseAnswer(Agent, await client.get(`/api/v1/agents/${owned.agentId}`, { token: owned.token }));

  const suspended = parseAnswer(SuspensionReply, await client.put(path, { reason: "Spam" }, { token }));
  expect(suspended).toEqual({ agent_id: owned.agentId, name: "Heron", suspended: true, changed: true });
  expect((await shown()).suspension?.reason).toBe("Spam");
  const again = parseAnswer(SuspensionReply, await client.put(path, { reason: "More" }, { token }));
  expect(again).toEqual({ ...suspended, changed: false });
  expect((await shown()).suspension?.reason).toBe("Spam");
  const restored = parseAnswer(SuspensionReply, await client.call("DELETE", path, { token }));
  expect(restored).toEqual({ ...suspended, suspended: false });
  expect((await shown()).suspension).toBeUndefined();

  const log = async (query: string) =>
    parseAnswer(AuditLog, await client.get(`/api/v1/operator/audit?${query}`, { token }));
  const subject = `subject=agent:${owned.agentId}`;
  const { id: actor } = parseAnswer(User, await client.get("/api/v1/users/me", { token }));
  const facts = { actor, subject: `agent:${owned.agentId}`, details: {} };
  const all = await log(subject);
  expect(all).toMatchObject({
    entries: [
      { ...facts, action: "agent.restore", reason: null, before: { suspended_for: "Spam" } },
      { ...facts, action: "agent.suspend", reason: "Spam", after: { suspended_for: "Spam" } },
    ],
    next_cursor: null,
  });
  const first = await log(`${subject}&limit=1`);
  expect(first.entries).toEqual(all.entries.slice(0, 1));
  expect((await log(`${subject}&limit=1&cursor=${first.next_cursor}`)).entries).toEqual(all.entries.slice(1));
  expect((await log(`${subject}&action=agent.suspend`)).entries).toHaveLength(1);
  expect((await log("action=run")).entries).toEqual([]);
});

const CALLS = [
  ["GET", "/api/v1/operator/audit", undefined],
  ["PUT", "/api/v1/operator/agents/4711/suspension", { reason: "x" }],
  ["DELETE", "/api/v1/operator/agents/4711/suspension", undefined],
] as const;

test.each(CALLS)(
  "allows %s %s only to operators, until their role is revoked",
  async (method, path, json) => {
    const { client } = server();
    const call = (token?: string) =>
      client.call(method, path, { ...(json && { json }), ...(token !== undefined && { token }) });
    expect((await call()).status).toBe(401);
    expect((await call("a".repeat(43))).status).toBe(401);
    const person = await operator(client);
    expect((await call(person.token)).status).toBe(method === "GET" ? 200 : 404);
    await setOperator(person, false);
    expect(await call(person.token)).toMatchObject({ status: 403, body: { error: "forbidden" } });
  },
);

test.each([
  {},
  { reason: "" },
  { reason: "  " },
  { reason: "x".repeat(501) },
  { reason: "a\u0000b" },
  { reason: "x", more: 1 },
])("returns 400 for a suspension without a presentable reason: %j", async (body) => {
  const { client } = server();
  const { token } = await operator(client);
  const answer = await client.put("/api/v1/operator/agents/1/suspension", body, { token });
  expect(answer).toMatchObject({ status: 400, body: { error: "invalid_request" } });
});
