import { EMBED_TEXTS, PublishableKeyList, WIDGET_TEXTS } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { HISTORIAN, SITE, useWidgets } from "./widgets.fixture.ts";

const stack = useWidgets({ STOA_RATE_LIMIT_FACTOR: "1000" });

/** Creates a key with which a new owner embeds another developer's agent. */
async function embed(fields: Record<string, unknown> = {}, source = HISTORIAN) {
  const { client, upload, createKey } = stack();
  const owner = await client.registerWithKey();
  const { agentId, developer } = await upload(source);
  return { owner, developer, agentId, key: await createKey(owner, agentId, fields) };
}

async function readKey({ token }: { token: string }) {
  const answer = await stack().client.get("/api/v1/users/publishable-keys", { token });
  const [key] = parseAnswer(PublishableKeyList, answer).keys;
  if (!key) throw new Error("the account has no publishable key");
  return key;
}

test("a visitor chats, continues later, and begins anew; the owner pays and finds the runs in the usage logs", async () => {
  const { client, begin, send, readTurns } = stack();
  const { owner, key } = await embed();
  const first = await begin(key);
  expect(first.agent).toMatchObject({ id: key.agent_id, description: expect.any(String) });
  const { events, result, headers } = await send(first, "One");
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(new Set(events.map(({ event }) => event))).toEqual(new Set(["status", "output", "result"]));
  expect(result).toEqual({
    run_id: expect.stringMatching(/^run_/),
    answer: "One",
    status: "completed",
    detail: null,
  });
  const later = await begin(key, first.visitor);
  expect(later.visitor).toBe(first.visitor);
  expect((await send(later, "Two")).result?.answer).toBe("One | One | Two");
  expect((await readTurns(later)).map(({ message, answer }) => [message, answer])).toEqual([
    ["One", "One"],
    ["Two", "One | One | Two"],
  ]);
  expect((await send(later, "Three", { is_new: true })).result?.answer).toBe("Three");
  expect(await readTurns(first)).toHaveLength(1);

  const { token } = owner;
  const usage = await client.get(`/api/v1/execute/agent/${key.agent_id}/usage-history`, { token });
  expect(Object(usage.body).usage_history).toHaveLength(3);
  const { spent_today, last_used_at } = await readKey(owner);
  expect([spent_today > 0, last_used_at === null]).toEqual([true, false]);
  const own = await client.get("/api/v1/conversations", { token });
  expect(Object(own.body).conversations).toEqual([]);
});

test("a visitor reaches neither another visitor's conversation nor the owner's runs", async () => {
  const { client, begin, send, readTurns } = stack();
  const { owner, key, agentId } = await embed();
  const [ada, grace] = [await begin(key), await begin(key)];
  expect(ada.visitor).not.toBe(grace.visitor);
  const { runId } = await send(ada, "My number is 1234");
  expect(await readTurns(grace)).toEqual([]);
  expect((await send(grace, "Which number?")).result?.answer).toBe("Which number?");
  const own = await client.post(
    "/api/v1/execute/run",
    { agent_id: agentId, input_data: { question: "mine" } },
    { token: owner.token },
  );
  for (const id of [runId, Object(own.body).run_id])
    for (const [method, path] of [
      ["GET", `/embed/runs/${id}/events`],
      ["POST", `/embed/runs/${id}/cancel`],
    ] as const)
      expect(await client.call(method, path, { token: grace.session })).toMatchObject({ status: 404 });
  expect(await client.get(`/embed/runs/${runId}/events`, { token: ada.session })).toMatchObject({
    status: 200,
  });
});

test("only listed origins get a session, and only for the agent of the key", async () => {
  const { client, requestSession, begin } = stack();
  const { owner, key, agentId } = await embed();
  const { publishable_key: text } = key;
  const refuse = async (...parameters: Parameters<typeof requestSession>) => {
    const { status, body } = await requestSession(...parameters);
    return [status, Object(body).detail];
  };
  for (const origin of ["https://evil.example.com", "http://shop.example.com", `${SITE}:8443`, "null"])
    expect(await refuse(text, agentId, { origin })).toEqual([403, WIDGET_TEXTS.originNotAllowed(origin)]);
  expect(await refuse(text, agentId, { origin: "" })).toEqual([403, WIDGET_TEXTS.noOrigin]);
  expect(await refuse(text, agentId + 1)).toEqual([403, WIDGET_TEXTS.otherAgent(agentId)]);
  expect(await refuse(owner.key, agentId)).toEqual([404, WIDGET_TEXTS.unknownKey]);

  const { session } = await begin(key);
  const forged = session.replace(/\.(.)/, (_, letter) => `.${letter === "A" ? "B" : "A"}`);
  for (const token of [forged, text, "stoa_vs_.x"])
    expect(await client.get("/embed/messages", { token })).toMatchObject({ status: 401 });
  const path = `/api/v1/users/publishable-keys/${key.id}`;
  await client.put(path, { origins: ["https://other.example.com"] }, { token: owner.token });
  expect(await client.get("/embed/messages", { token: session })).toMatchObject({ status: 401 });
  await client.put(path, { origins: [SITE] }, { token: owner.token });
  expect(await client.get("/embed/messages", { token: session })).toMatchObject({ status: 200 });
  await client.call("DELETE", path, { token: owner.token });
  expect(await client.get("/embed/messages", { token: session })).toMatchObject({ status: 401 });
  expect(await refuse(text, agentId)).toEqual([404, WIDGET_TEXTS.unknownKey]);
});

test("visitors who write at the same time never spend more than the daily budget", async () => {
  const { begin, send } = stack();
  const { owner, key } = await embed({ limit_per_day: 0.004, limit_per_message: 0.002, visitor_messages: 5 });
  const visitors = await Promise.all(Array.from({ length: 16 }, () => begin(key)));
  const answers = await Promise.all(visitors.map((visitor) => send(visitor, "one two three four five")));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(5);
  for (const { status, body } of refused)
    expect([status, Object(body).detail, Object(body).error]).toEqual([
      403,
      WIDGET_TEXTS.budgetUsedUp,
      "spending_limit_reached",
    ]);
  const { spent_today } = await readKey(owner);
  expect(spent_today).toBeGreaterThan(0);
  expect(spent_today).toBeLessThanOrEqual(0.004);
});

test("a visitor sends a limited number of messages per day, and a limited length", async () => {
  const { begin, send } = stack();
  const { key } = await embed({ visitor_messages: 2 });
  const visitor = await begin(key);
  expect((await send(visitor, "x".repeat(8_001))).body).toMatchObject({ detail: WIDGET_TEXTS.tooLong });
  for (const message of ["One", "Two"]) expect((await send(visitor, message)).status).toBe(200);
  const { status, body } = await send(visitor, "Three");
  expect([status, Object(body).error]).toEqual([429, "rate_limited"]);
  expect(Object(body).detail).toContain(WIDGET_TEXTS.tooManyMessages);
  expect((await send(await begin(key), "Another visitor")).status).toBe(200);
});

test("a paused agent and a suspended owner are said without details of the account", async () => {
  const { client, begin, send, requestSession, db } = stack();
  const { developer, key, agentId } = await embed();
  const visitor = await begin(key);
  const path = `/api/v1/agents/${agentId}`;
  await client.put(path, { is_active: false }, { token: developer.token });
  expect(await send(visitor, "Hello")).toMatchObject({ status: 404, body: { detail: WIDGET_TEXTS.paused } });
  expect(await requestSession(key.publishable_key, agentId)).toMatchObject({
    status: 404,
    body: { detail: WIDGET_TEXTS.paused },
  });
  const { owner, key: other } = await embed();
  await sql`UPDATE users SET suspended_at = now(), suspension_reason = 'Spam' WHERE username = ${owner.username}`.execute(
    db,
  );
  expect(await requestSession(other.publishable_key, other.agent_id)).toMatchObject({
    status: 403,
    body: { detail: WIDGET_TEXTS.unavailable },
  });
});

/** An agent that counts its runs for each person and for all people. */
const COUNTS = `import stoa

def run(message: str):
    mine = stoa.memory.update("runs", lambda n: n + 1, default=0)
    return f"{mine} of {stoa.memory.shared.update('runs', lambda n: n + 1, default=0)}"
`;

test("what a visitor's run remembers neither comes from the owner's runs nor changes them", async () => {
  const { client, begin, send } = stack();
  const { owner, key, agentId } = await embed({}, COUNTS);
  const run = async () => {
    const body = { agent_id: agentId, input_data: { message: "go" } };
    return Object((await client.post("/api/v1/execute/run", body, { token: owner.token })).body).agent_output;
  };
  expect([await run(), await run()]).toEqual(["1 of 1", "2 of 2"]);
  const visitor = await begin(key);
  expect((await send(visitor, "go")).result?.answer).toBe("1 of 1");
  expect((await send(visitor, "go")).result?.answer).toBe("1 of 1");
  expect(await run()).toBe("3 of 3");
});

test("an agent with connectors or another developer's hosts cannot be embedded, and a visitor's run cannot call it", async () => {
  const { client, begin, send, upload, createKey } = stack();
  const owner = await client.registerWithKey();
  const { token } = owner;
  const declares = (what: string) =>
    `import stoa\n@stoa.agent(${what})\ndef run(message: str):\n    return message\n`;
  const { agentId: posts } = await upload(declares('connectors=["github"]'));
  const reaches = declares('hosts=["api.example.com"]');
  const { agentId: fetches } = await upload(reaches);
  const { agentId: ownFetches } = await upload(reaches, {}, owner);
  const body = { name: "Site", origins: [SITE], limit_per_day: 1 };
  for (const [agent_id, detail] of [
    [posts, EMBED_TEXTS.usesConnectors],
    [fetches, EMBED_TEXTS.reachesHosts],
  ] as const)
    expect(
      await client.post("/api/v1/users/publishable-keys", { ...body, agent_id }, { token }),
    ).toMatchObject({ status: 400, body: { detail } });
  await createKey(owner, ownFetches);

  // The owner has allowed the hosts for their own runs.
  const grant = { hosts: ["api.example.com"] };
  expect(await client.post(`/api/v1/agents/${fetches}/hosts/allow`, grant, { token })).toMatchObject({
    status: 200,
  });
  const { agentId: calls } = await upload(
    `import stoa
@stoa.agent(agents=[${fetches}])
def run(message: str):
    try:
        return stoa.run_agent(${fetches}, message=message).output
    except Exception as error:
        return str(error)
`,
    {},
    owner,
  );
  const visitor = await begin(await createKey(owner, calls, { name: "Caller" }));
  expect((await send(visitor, "go")).result?.answer).toContain(EMBED_TEXTS.reachesHosts);
  const own = await client.post(
    "/api/v1/execute/run",
    { agent_id: calls, input_data: { message: "go" } },
    { token },
  );
  expect(Object(own.body).agent_output).toBe("go");
});
