import { UsageHistory } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { expectBooksBalanced } from "../../../../../tests/harness/ledger.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";
import { ledger } from "../../ledger/index.ts";
import { createFullAccount, findTablesWith } from "./full-account.fixture.ts";

const server = useTestServer();

test("removes everything that names the person without changing the ledger", async () => {
  const { client, db } = server();
  const { one, other, ownAgent, runIds, key } = await createFullAccount(server());
  expect(await findTablesWith(server(), one.email)).toContain("user_identities: 1");
  const before = await ledger.readBalance(db, one.accountId);
  const body = { password: one.password, give_up_balance: true };
  const answer = await client.call("DELETE", "/api/users/me", { token: one.token, json: body });
  expect([answer.status, answer.body]).toEqual([200, { success: true }]);

  expect(await findTablesWith(server(), one.email)).toEqual([]);
  expect(await findTablesWith(server(), one.username)).toEqual([]);
  expect(await ledger.readBalance(db, one.accountId)).toEqual(before);
  await expectBooksBalanced(db);

  expect((await client.get("/api/v1/users/me", { token: one.token })).status).toBe(401);
  for (const spent of [one.apiKey, key.api_key])
    expect((await client.get("/api/v1/sdk/balance", { key: spent })).status).toBe(401);
  const signIn = { email: one.email, password: one.password };
  expect((await client.post("/api/v1/users/login", signIn)).status).toBe(401);

  expect((await client.get(`/api/v1/agents/${ownAgent}`, { token: other.token })).status).toBe(404);
  const run = { agent_id: ownAgent, input_data: { message: "hi" } };
  expect((await client.post("/api/v1/execute/run", run, { token: other.token })).status).toBe(404);
  const { usage_history } = parseAnswer(
    UsageHistory,
    await client.get("/api/v1/execute/my-usage", { token: other.token }),
  );
  expect(usage_history).toMatchObject([{ agent_id: ownAgent, cost: 0.0002 }]);

  for (const table of ["run_contents", "run_events", "run_shares"] as const) {
    const rows = await db.selectFrom(table).select("run_id").where("run_id", "in", runIds).execute();
    expect(rows).toEqual([]);
  }
  const marks = await db.selectFrom("favourites").selectAll().where("user_id", "=", one.userId).execute();
  expect(marks).toEqual([]);
  const runs = await db.selectFrom("runs").select("id").where("account_id", "=", one.accountId).execute();
  expect(runs).toHaveLength(runIds.length);
  const audited = await db.selectFrom("audit_log").selectAll().where("subject", "=", one.accountId).execute();
  expect(audited).toMatchObject([{ action: "account.delete", actor: one.userId }]);
});

test("lets a new account use the email address and the name of a deleted account", async () => {
  const { client } = server();
  const { username, email, password, token } = await client.register();
  await client.call("DELETE", "/api/v1/users/me", { token, json: { password } });
  const again = await client.register({ username, email });
  expect((await client.get("/api/v1/users/me", { token: again.token })).status).toBe(200);
});

test("deletes two people who reviewed each other's agents at the same time without a deadlock", async () => {
  const { client, pool } = server();
  const { one, other } = await createFullAccount(server());
  const answers = await Promise.all(
    [one, other].map(({ token, password }) =>
      client.call("DELETE", "/api/v1/users/me", { token, json: { password, give_up_balance: true } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const { rows } = await pool.query(
    "SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()",
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
  for (const { username } of [one, other]) expect(await findTablesWith(server(), username)).toEqual([]);
});

test("deletes an account once for several concurrent requests, and none of them fails", async () => {
  const { client, db } = server();
  const { one } = await createFullAccount(server());
  const json = { password: one.password, give_up_balance: true };
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => client.call("DELETE", "/api/v1/users/me", { token: one.token, json })),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses).toContain(200);
  // Requests that arrive after the account was deleted no longer have a valid session.
  for (const status of statuses) expect([200, 401, 403]).toContain(status);
  const audited = await db.selectFrom("audit_log").selectAll().where("subject", "=", one.accountId).execute();
  expect(audited).toHaveLength(1);
  await expectBooksBalanced(db);
});
