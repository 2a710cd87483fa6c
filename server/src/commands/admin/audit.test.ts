import { sql } from "kysely";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { someAccount, someAgent } from "../../modules/catalog/catalog.fixture.ts";
import { ledger } from "../../modules/ledger/index.ts";
import { createAdmin, OPERATOR } from "./admin.fixture.ts";

const database = useTestDatabase();

/** Creates a person with a wallet and an agent. */
async function someone() {
  const { db } = database();
  const person = await someAccount(db);
  await db.transaction().execute((tx) => ledger.openAccount(tx, person.accountId));
  return { ...person, agentId: await someAgent(db, person.accountId, { name: "Heron" }) };
}

/** Returns all state that the commands below change. */
async function readState({ userId, accountId, agentId }: Awaited<ReturnType<typeof someone>>) {
  const { rows } = await sql`
    SELECT u.is_operator, u.suspended_at, g.suspended_at AS agent, a.plan_type, w.balance,
      (SELECT count(*) FROM search_documents d WHERE d.agent_id = g.id) AS listed,
      (SELECT count(*) FROM notifications n WHERE n.user_id = u.id) AS told
    FROM users u, agents g, accounts a, wallets w
    WHERE u.id = ${userId} AND g.id = ${agentId} AND a.id = ${accountId} AND w.account_id = a.id`.execute(
    database().db,
  );
  return rows[0];
}

test("a command changes nothing if its audit log entry cannot be written", async () => {
  const { db } = database();
  const admin = createAdmin(db);
  const person = await someone();
  const { username, agentId } = person;
  await sql`ALTER TABLE audit_log ADD CONSTRAINT full_up CHECK (false) NOT VALID`.execute(db);
  try {
    const before = await readState(person);
    const acts = [
      ["grant-role", username, "operator"],
      ["set-plan", username, "business"],
      ["grant-credits", username, "5", "--reason", "x"],
      ["suspend-user", username, "--reason", "x"],
      ["suspend-agent", String(agentId), "--reason", "x"],
    ] as const;
    for (const [command, ...args] of acts)
      await expect(admin(command, ...args), command).rejects.toThrow("full_up");
    expect(await readState(person)).toEqual(before);
  } finally {
    await sql`ALTER TABLE audit_log DROP CONSTRAINT full_up`.execute(db);
  }
});

test("the audit log can be filtered by actor, action, subject and time, and read in pages", async () => {
  const { db } = database();
  const admin = createAdmin(db);
  const { username, userId, accountId, agentId } = await someone();
  await admin("suspend-agent", String(agentId), "--reason", "Spam");
  await admin("restore-agent", String(agentId));
  await admin("set-plan", username, "creator");
  await admin("grant-role", username, "operator");
  const listed = async (...args: string[]) => Object((await admin("audit", ...args)).data).entries;
  const actions = async (...args: string[]) =>
    (await listed(...args)).map(({ action }: { action: string }) => action);

  expect(await actions("--agent", String(agentId))).toEqual(["agent.restore", "agent.suspend"]);
  expect(await actions("--agent", String(agentId), "--action", "agent.suspend")).toEqual(["agent.suspend"]);
  expect(await actions("--agent", String(agentId), "--action", "agent")).toHaveLength(2);
  expect(await actions("--agent", String(agentId), "--action", "agen_")).toEqual([]);
  expect(await actions("--user", username)).toEqual(["user.grant_role", "account.set_plan"]);
  expect(await listed("--subject", accountId)).toMatchObject([
    { actor: OPERATOR, before: { plan: "free" }, after: { plan: "creator" } },
  ]);
  expect(await actions("--subject", userId, "--since", "2d")).toEqual(["user.grant_role"]);
  expect(await actions("--actor", "operator:nobody")).toEqual([]);

  const first = await admin("audit", "--limit", "3");
  const { entries, next_before } = Object(first.data);
  expect(entries).toHaveLength(3);
  expect(next_before).toBe(entries[2].id);
  expect(first.lines.at(-1)).toBe(`For older rows add --before ${next_before}`);
  expect((await listed("--before", next_before))[0].action).toBe("agent.suspend");
  expect((await admin("audit", "--agent", String(agentId), "--limit", "1")).lines.slice(0, 2)).toEqual([
    expect.stringMatching(new RegExp(`UTC {2}operator:tester {2}agent.restore {2}agent:${agentId}$`)),
    "  suspended for Spam -> suspended for nothing",
  ]);
});

test("entries of the audit log cannot be changed or deleted", async () => {
  const { db } = database();
  await createAdmin(db)("set-plan", (await someone()).username, "creator");
  for (const attempt of [
    sql`UPDATE audit_log SET reason = 'another'`,
    sql`DELETE FROM audit_log`,
    sql`TRUNCATE audit_log`,
  ])
    await expect(attempt.execute(db)).rejects.toThrow("rows of audit_log are immutable");
});
