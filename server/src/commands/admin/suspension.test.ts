import { Agent, AgentList, NotificationList, SessionReply, User } from "@stoa/contract";
import { expect, test } from "vitest";
import { type Person, parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { findAccountId, someAgent } from "../../modules/catalog/catalog.fixture.ts";
import { createAdmin, OPERATOR, readAuditEntries } from "./admin.fixture.ts";

const server = useTestServer();
const otherNode = useTestServer({ beside: server });

const REFUSED = {
  status: 403,
  body: {
    error: "account_suspended",
    detail: "This account has been suspended by the operator of this server. Reason: Sells stolen accounts",
  },
};

async function createKey({ token }: Person): Promise<string> {
  return parseAnswer(User, await server().client.get("/api/v1/users/me", { token })).api_key;
}

test("a suspended user gets the reason at sign-in and for their sessions and keys, on both nodes, until they are restored", async () => {
  const { client, db } = server();
  const admin = createAdmin(db);
  const person = await client.register();
  const key = await createKey(person);
  const nodes = [client, otherNode().client];
  const signIn = () => client.post("/api/v1/users/login", { email: person.email, password: person.password });
  const asked = nodes.flatMap((node) => [
    () => node.get("/api/v1/billing/balance", { token: person.token }),
    () => node.get("/api/v1/sdk/balance", { key }),
  ]);
  for (const ask of asked) expect((await ask()).status).toBe(200);
  const before = await client.get("/api/v1/billing/balance", { token: person.token });

  const done = await admin(
    "suspend-user",
    person.username.toUpperCase(),
    "--reason",
    "Sells stolen accounts",
  );
  expect(done.asked).toEqual([`Suspend ${person.username}? This stops 0 active runs and 0 agents.`]);
  for (const ask of asked) await expect.poll(ask).toMatchObject(REFUSED);
  expect(await signIn()).toMatchObject(REFUSED);
  const wrong = await client.post("/api/v1/users/login", { email: person.email, password: "not this one" });
  expect(wrong.status).toBe(401);

  await admin("restore-user", person.username, "--reason", "A mistake");
  for (const ask of asked) expect((await ask()).status).toBe(200);
  parseAnswer(SessionReply, await signIn());
  expect((await client.get("/api/v1/billing/balance", { token: person.token })).body).toEqual(before.body);
  const { userId } = await db
    .selectFrom("users")
    .select("id as userId")
    .where("username", "=", person.username)
    .executeTakeFirstOrThrow();
  expect(await readAuditEntries(db, userId)).toEqual([
    {
      actor: OPERATOR,
      action: "user.suspend",
      reason: "Sells stolen accounts",
      before: { suspended_for: null },
      after: { suspended_for: "Sells stolen accounts" },
    },
    {
      actor: OPERATOR,
      action: "user.restore",
      reason: "A mistake",
      before: { suspended_for: "Sells stolen accounts" },
      after: { suspended_for: null },
    },
  ]);
});

test("agents of a suspended user are not listed and cannot run, and are restored with the user", async () => {
  const { client, db } = server();
  const admin = createAdmin(db);
  const [owner, caller] = [await client.register(), await client.register()];
  const accountId = await findAccountId(db, owner.username);
  const on = await someAgent(db, accountId, { name: "Quokka lamp" });
  const off = await someAgent(db, accountId, { name: "Quokka shade" });
  await client.put(`/api/v1/agents/${off}`, { is_active: false }, { token: owner.token });
  /** Pass a different search text in each call, because results are cached for five seconds. */
  const found = async (words: string) =>
    parseAnswer(AgentList, await client.get(`/api/v1/agents/?search=${words}`)).agents.map(({ id }) => id);
  const run = () =>
    client.post("/api/v1/execute/estimate", { agent_id: on, input_data: { message: "hi" } }, caller);

  await admin("suspend-user", owner.username, "--reason", "Fraud");
  expect(await found("quokka")).toEqual([]);
  expect((await client.get(`/api/v1/agents/${on}`)).status).toBe(404);
  expect(await run()).toMatchObject({ status: 403, body: { error: "agent_suspended" } });

  await admin("restore-user", owner.username);
  expect(await found("quokka+lamp")).toEqual([on]);
  expect((await client.get(`/api/v1/agents/${off}`)).status).toBe(404);
  expect((await run()).status).toBe(200);
});

test("a suspended agent is not listed, its owner sees the reason, and restoring it keeps the owner's settings", async () => {
  const { client, db } = server();
  const admin = createAdmin(db);
  const [owner, other] = [await client.register(), await client.register()];
  const accountId = await findAccountId(db, owner.username);
  const id = await someAgent(db, accountId, { name: "Wombat clock" });
  const found = async (words: string) =>
    parseAnswer(AgentList, await client.get(`/api/v1/agents/?search=wombat+${words}`)).agents.map(
      (each) => each.id,
    );
  const shown = async () =>
    parseAnswer(Agent, await client.get(`/api/v1/agents/${id}`, { token: owner.token }));

  const done = await admin("suspend-agent", String(id), "--reason", "Copies what it is given");
  expect(done.asked).toEqual([
    `Suspend Wombat clock (agent ${id}) by ${owner.username}? This stops 0 active runs.`,
  ]);
  expect(await found("")).toEqual([]);
  expect((await client.get(`/api/v1/agents/${id}`, { token: other.token })).status).toBe(404);
  expect(await shown()).toMatchObject({
    is_active: true,
    suspension: { reason: "Copies what it is given", since: expect.any(String) },
  });
  await client.put(`/api/v1/agents/${id}`, { description: "Tells the time." }, { token: owner.token });
  expect(await found("clock")).toEqual([]);

  await admin("restore-agent", String(id));
  expect(await found("clock time")).toEqual([id]);
  expect((await shown()).suspension).toBeUndefined();
  const { notifications } = parseAnswer(
    NotificationList,
    await client.get("/api/v1/notifications/", { token: owner.token }),
  );
  expect(notifications.map(({ kind, message }) => [kind, message])).toEqual([
    ["agent_restored", "Wombat clock is no longer suspended."],
    ["agent_suspended", expect.stringMatching(/Wombat clock.*Reason: Copies what it is given$/)],
  ]);
  expect((await readAuditEntries(db, `agent:${id}`)).map(({ action, reason }) => [action, reason])).toEqual([
    ["agent.suspend", "Copies what it is given"],
    ["agent.restore", null],
  ]);
});

test("suspending a suspended agent or user, or restoring an active one, changes nothing and is not audited", async () => {
  const { client, db } = server();
  const admin = createAdmin(db);
  const { username } = await client.register();
  const id = await someAgent(db, await findAccountId(db, username), { name: "Heron" });
  expect((await admin("restore-agent", String(id))).lines).toEqual([
    `Heron (agent ${id}) was not suspended.`,
  ]);
  await admin("suspend-agent", String(id), "--reason", "Spam");
  expect((await admin("suspend-agent", String(id), "--reason", "More")).lines).toEqual([
    `Heron (agent ${id}) is already suspended: Spam`,
  ]);
  await admin("suspend-user", username, "--reason", "Spam");
  expect((await admin("suspend-user", username, "--reason", "More")).lines).toEqual([
    `${username} is already suspended: Spam`,
  ]);
  await admin("restore-user", username);
  expect((await admin("restore-user", username)).lines).toEqual([`${username} was not suspended.`]);
  expect(await readAuditEntries(db, `agent:${id}`)).toHaveLength(1);
});
