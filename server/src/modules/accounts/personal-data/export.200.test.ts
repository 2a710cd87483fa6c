import { AccountExport, User } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";
import { EventBus } from "../../../platform/events/event-bus.ts";
import { UserModeration } from "../user-moderation.ts";
import { createFullAccount, registerPerson } from "./full-account.fixture.ts";

const server = useTestServer();

test("exports all data of the account except secrets, and no data of other accounts", async () => {
  const { client } = server();
  const { one, other, ownAgent, otherAgent, runIds, key } = await createFullAccount(server());
  await sql`INSERT INTO agent_archives SELECT id, '\\x504b'::bytea FROM agent_versions WHERE agent_id = ${ownAgent}`.execute(
    server().db,
  );
  const answer = await client.get("/api/users/export", { token: one.token });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="stoa-export.json"');
  const all = AccountExport.strict().parse(answer.body);
  const words = expect.stringContaining(one.email);
  expect(all).toMatchObject({
    user: [{ id: one.userId, username: one.username, email: one.email, plan_type: "free" }],
    subscriptions: [{ plan_type: "free", ended_at: null }],
    sessions: [{ revoked_at: null }],
    run_settings: [],
    connectors: [{ service_name: "slack", credential_kind: "bot_token" }],
    favourites: [{ agent_id: otherAgent }],
    reviews: [{ agent_id: otherAgent, rating: 4, text: words }],
    review_reports: [{ reason: words }],
    review_replies: [{ agent_id: ownAgent, reply_text: words }],
    agents: [
      { id: ownAgent, documentation: words, prices: [{ price_per_token: "0.0001" }], sponsor_limit: "0" },
    ],
    agent_versions: [{ agent_id: ownAgent, number: 1, source: "def run(message):\n    return message\n" }],
    agent_archives: [{ agent_id: ownAgent, number: 1, zip_base64: "UEs=" }],
    agent_revenue: [
      { agent_id: ownAgent, executions: 1, gross: "0.0002", fee: "0.00006", revenue: "0.00014" },
    ],
    credits: [
      { source: "promo", granted: "10" },
      { source: "earned", granted: "0.00014" },
    ],
    schedules: [
      { name: `Of ${one.username}`, agent_id: otherAgent, input: { message: words }, monthly_cap: "1.5" },
    ],
    schedule_times: [],
    operator_actions: [],
  });
  expect(all.api_keys).toMatchObject([
    { name: "main", prefix: one.apiKey.slice(0, 12) },
    { name: `Key of ${one.username}`, limit_per_day: "1.5" },
  ]);
  expect(all.runs).toMatchObject([
    {
      id: runIds[0],
      agent_id: otherAgent,
      status: "completed",
      task: words,
      output: words,
      api_key_id: null,
    },
    { id: runIds[1], agent_id: otherAgent, input: { message: words }, api_key_id: key.key.id },
  ]);
  expect(all.runs.every(({ events }) => Array.isArray(events) && events.length > 0)).toBe(true);
  const moved = all.movements.map(({ amount }) => Number(amount)).reduce((sum, amount) => sum + amount, 0);
  const balance = Object((await client.get("/api/v1/sdk/balance", { key: one.apiKey })).body);
  expect(moved).toBeCloseTo(balance.data?.current_balance ?? balance.current_balance, 9);
  expect(Number(all.statements.at(-1)?.closing)).toBeCloseTo(moved, 9);
  expect(all.spending.map(({ amount }) => amount)).toEqual([expect.any(String), expect.any(String)]);

  const text = JSON.stringify(answer.body);
  for (const secret of [one.token, one.apiKey, key.api_key, "password", "argon2", "sealed"])
    expect(text).not.toContain(secret);
  for (const foreign of [other.username, other.email, other.userId, other.accountId])
    expect(text).not.toContain(foreign);
});

test("exports operators' actions with their changes, but without naming the operator", async () => {
  const { client, db, plans } = server();
  const { token, username } = await client.register();
  await plans.setPlan(username, "creator", "operator:somebody");
  const moderation = new UserModeration(db, new EventBus());
  await moderation.suspend(username, "operator:somebody", "Spam");
  await moderation.restore(username, "operator:somebody", "Nothing was found");
  const answer = await client.get("/api/v1/users/export", { token });
  const created_at = expect.any(String);
  expect(parseAnswer(AccountExport, answer).operator_actions).toEqual([
    {
      action: "account.set_plan",
      before: { plan: "free" },
      after: { plan: "creator" },
      details: {},
      created_at,
    },
    {
      action: "user.suspend",
      before: { suspended_for: null },
      after: { suspended_for: "Spam" },
      details: {},
      created_at,
    },
    {
      action: "user.restore",
      before: { suspended_for: "Spam" },
      after: { suspended_for: null },
      details: {},
      created_at,
    },
  ]);
});

test("exports all pages of a large account, with each row once", async () => {
  const { client, pool } = server();
  const { token, userId, accountId } = await registerPerson(server());
  await pool.query(
    `INSERT INTO notifications (user_id, kind, facts, occasion)
     SELECT $1, 'balance_low', '{}', 'test:' || n FROM generate_series(1, 450) n`,
    [userId],
  );
  await pool.query(
    `INSERT INTO sessions (token_hash, user_id, expires_at)
     SELECT sha256(n::text::bytea), $1, now() FROM generate_series(1, 400) n`,
    [userId],
  );
  const ids = Array.from({ length: 45 }, (_, n) => `run_${String(n).padStart(32, "0")}`);
  await pool.query(
    `INSERT INTO runs (id, status, ended_at, account_id, user_id, agent_id, agent_name, agent_type, version_id, version,
       price_per_token, share_percent, price_table_version, sponsor_limit, developer_account_id, pays, cap,
       timeout_seconds, root_id, node_id, epoch, input_tokens)
     SELECT id, 'failed', now(), $2, $3, 1, 'a', 'stoa', 'ver', 1, 1, 70, 'p', 0, 'acc', 'tokens', 0, 1, id, 'n', 1, 1
     FROM unnest($1::text[]) id`,
    [ids, accountId, userId],
  );
  const all = parseAnswer(AccountExport, await client.get("/api/v1/users/export", { token }));
  expect(all.runs.map(({ id }) => id)).toEqual(ids);
  expect(all.sessions).toHaveLength(401);
  const { rows } = await pool.query("SELECT id FROM notifications WHERE user_id = $1 ORDER BY id", [userId]);
  expect(all.notifications.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(all.notifications.length).toBeGreaterThan(400);
});

test("returns 401 without a session, and 403 for an API key", async () => {
  const { client } = server();
  const { token } = await client.register();
  const { api_key } = parseAnswer(User, await client.get("/api/v1/users/me", { token }));
  for (const options of [{}, { token: "wrong" }])
    expect((await client.get("/api/v1/users/export", options)).status).toBe(401);
  expect((await client.get("/api/v1/users/export", { token: api_key })).status).toBe(403);
});
