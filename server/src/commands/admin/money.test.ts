import { expect, test } from "vitest";
import { completion, openAiUsage } from "../../../../gateway/src/testing/scripted-upstream.ts";
import { insertNotice } from "../../modules/notifications/notification-store.ts";
import { Refunds } from "../../modules/operator/index.ts";
import { CALLS, runAgent } from "../../modules/runs/called/called.fixture.ts";
import { openRun, readEvents } from "../../modules/runs/live/event-reader.fixture.ts";
import { EXPENSIVE_MODEL, PRICE, USD, useRuns } from "../../modules/runs/runs.fixture.ts";
import { createAdmin, OPERATOR, readAuditEntries } from "./admin.fixture.ts";

const stack = useRuns();

/** Creates a caller and a developer, and a paid run of the developer's agent. */
async function paidRun(source?: string) {
  const all = stack();
  const [caller, developer] = [await all.person(), await all.person(0n)];
  const agentId = await all.agent(developer.accountId, source === undefined ? {} : { source });
  const result = await runAgent(all, caller.token, agentId);
  const nano = (usd: number) => BigInt(Math.round(usd * 1e9));
  const { receipt } = result;
  if (!receipt) throw new Error("the run has no receipt");
  const net = nano(receipt.net);
  const cost = nano(result.cost);
  return { ...all, admin: createAdmin(all.db), caller, developer, agentId, runId: result.run_id, cost, net };
}

const listNotices = (db: ReturnType<typeof stack>["db"], userId: string) =>
  db
    .selectFrom("notifications")
    .select(["kind", "facts"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();

test("a refund repays the caller in full once, reverses earnings and fee, notifies caller and developer and is audited", async () => {
  const { admin, db, money, caller, developer, runId, agentId, cost, net } = await paidRun();
  expect(cost).toBeGreaterThan(0n);
  const fees = await money.platform("platform_revenue");
  const done = await admin("refund", runId, "--reason", "It answered nonsense");
  expect(done.asked).toEqual([
    expect.stringMatching(`^Refund .* USD for ${runId}\\? This cannot be undone.$`),
  ]);
  expect(done.data).toMatchObject({ refunded: cost, lost: 0n, runs: 1, taken_back: [{ amount: net }] });
  expect(await money.balance(caller.accountId)).toMatchObject({ balance: 10n * USD, totalSpent: 0n });
  expect(await money.balance(developer.accountId)).toMatchObject({ totalEarned: 0n, claimable: 0n });
  expect(await money.platform("platform_revenue")).toBe((fees ?? 0n) - (cost - net));
  expect(await readAuditEntries(db, runId)).toEqual([
    {
      actor: OPERATOR,
      action: "run.refund",
      reason: "It answered nonsense",
      before: { charged_nano: String(cost) },
      after: { charged_nano: "0" },
    },
  ]);
  const facts = { run_id: runId, agent_id: agentId, agent_name: expect.any(String) };
  expect(await listNotices(db, caller.userId)).toContainEqual({
    kind: "run_refunded",
    facts: { ...facts, amount: String(cost) },
  });
  expect(await listNotices(db, developer.userId)).toContainEqual({
    kind: "earnings_taken_back",
    facts: { ...facts, amount: String(net) },
  });
  await expect(admin("refund", runId, "--reason", "again")).rejects.toThrow(`${runId} was already refunded.`);
  expect((await admin("show-run", runId)).lines.join("\n")).toMatch(/\n {2}refunded +\d{4}-/);
});

test("two concurrent refunds of a run refund it once", async () => {
  const { db, money, caller, runId } = await paidRun();
  const refunds = new Refunds({ db, ledger: money.ledger, notify: insertNotice });
  const outcomes = await Promise.all([1, 2, 3].map(() => refunds.refund(runId, OPERATOR, "nonsense")));
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["refunded", "refunded_before", "refunded_before"]);
  expect(await money.balance(caller.accountId)).toMatchObject({ balance: 10n * USD });
});

test("if the developer has spent the earnings of a refunded run, the platform bears the loss", async () => {
  const paid = await paidRun();
  const { admin, money, person, agent, developer, runId, net } = paid;
  const other = await person(0n);
  const elsewhere = await agent(other.accountId, {});
  const spent = await runAgent(paid, developer.token, elsewhere);
  const bought = BigInt(Math.round(spent.cost * 1e9));
  expect(bought).toBeGreaterThan(0n);
  const left = net - bought;
  const lost = left > 0n ? bought : net;
  const before = (await money.platform("loss")) ?? 0n;
  const { data } = await admin("refund", runId, "--reason", "It answered nonsense");
  expect(data).toMatchObject({ lost });
  expect(await money.platform("loss")).toBe(before - lost);
  expect((await money.balance(developer.accountId)).balance).toBeGreaterThanOrEqual(0n);
});

test("a refund includes the child runs, and a child run cannot be refunded alone", async () => {
  const all = stack();
  const admin = createAdmin(all.db);
  const [caller, developer, other] = [await all.person(), await all.person(0n), await all.person(0n)];
  const echo = await all.agent(other.accountId, { price: 2n * PRICE });
  const source = `${CALLS}
def run(message: str):
    return str(call(${echo}, message=message)[0])
`;
  const agentId = await all.agent(developer.accountId, { source, content: { agents: [echo] } });
  const { run_id, called_runs } = await runAgent(all, caller.token, agentId);
  const called = called_runs[0]?.run_id ?? "";
  await expect(admin("refund", called, "--reason", "nonsense")).rejects.toThrow(
    `${called} is a child run. Refund the run that started it: ${run_id}`,
  );
  const { data } = await admin("refund", run_id, "--reason", "nonsense");
  expect(data).toMatchObject({ runs: 2, taken_back: [{}, {}] });
  expect(await all.money.balance(caller.accountId)).toMatchObject({ balance: 10n * USD, totalSpent: 0n });
  for (const { accountId } of [developer, other])
    expect(await all.money.balance(accountId)).toMatchObject({ totalEarned: 0n });
});

test("refuses to refund a run that is active, unknown or free", async () => {
  const { admin, db, url, caller, developer, client, runId, agent } = await paidRun(
    "def run(message):\n    raise ValueError()\n",
  );
  const refuse = (id: string) => admin("refund", id, "--reason", "nonsense");
  await expect(refuse(runId)).rejects.toThrow(`${runId} cost nothing`);
  const unknown = `run_${"0".repeat(32)}`;
  await expect(refuse(unknown)).rejects.toThrow(`There is no run ${unknown}.`);
  const source = "import time\ndef run(message: str):\n    yield 'on'\n    time.sleep(120)\n";
  const slow = await agent(developer.accountId, { source });
  const response = await openRun(url, caller.token, { agent_id: slow, input_data: { message: "go" } });
  await readEvents(response, ({ event }) => event === "output");
  const { id } = await db
    .selectFrom("runs")
    .select("id")
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  await expect(refuse(id)).rejects.toThrow(`${id} is still active. Refund it after it ends.`);
  await client.post(`/api/v1/execute/runs/${id}/cancel`, {}, { token: caller.token });
});

test("granted credits are exact, expire on their date and are audited, and the notification does not contain the reason", async () => {
  const { db, money, person } = stack();
  const admin = createAdmin(db);
  const { accountId, userId } = await person(0n);
  const { username } = await db
    .selectFrom("users")
    .select("username")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const expense = (await money.platform("promo_expense")) ?? 0n;
  const done = await admin(
    "grant-credits",
    username,
    "12.345678901",
    "--reason",
    "A bug of ours",
    "--expires",
    "30d",
  );
  expect(done.asked).toHaveLength(1);
  expect(done.lines).toEqual([
    expect.stringMatching(/^Granted 12.345678901 USD to u\w+, valid until \d{4}-\d\d-\d\d\. /),
  ]);
  expect(await money.balance(accountId)).toMatchObject({ balance: 12_345_678_901n });
  expect(await money.platform("promo_expense")).toBe(expense - 12_345_678_901n);
  const lot = await db
    .selectFrom("wallet_lots")
    .selectAll()
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  expect(lot).toMatchObject({ source: "promo", kind: "operator", granted: 12_345_678_901n });
  expect(lot.expires_at?.toISOString()).toMatch(/T23:59:59.999Z$/);
  await admin("grant-credits", username, "1", "--reason", "Another");
  expect(await money.balance(accountId)).toMatchObject({ balance: 13_345_678_901n });
  expect(await readAuditEntries(db, accountId)).toMatchObject([
    { action: "account.grant_credits", reason: "A bug of ours", before: { balance_nano: "0" } },
    { reason: "Another", before: { balance_nano: "12345678901" }, after: { balance_nano: "13345678901" } },
  ]);
  const told = await listNotices(db, userId);
  expect(told.map(({ kind }) => kind)).toEqual(["credits_granted", "credits_granted"]);
  expect(JSON.stringify(told)).not.toContain("bug");
});

test("a failed run with charged model calls is shown with its charge and can be refunded", async () => {
  const all = stack();
  all.upstream.answer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(completion("Fine", openAiUsage(0, 1_500)));
  });
  const source = `import stoa
def run(message: str):
    raise ValueError(stoa.model("${EXPENSIVE_MODEL}").complete(message, max_tokens=1500))
`;
  const { accountId, token } = await all.person();
  const agentId = await all.agent(accountId, { source, price: 0n });
  await all.db
    .updateTable("agents")
    .set({ max_cost_per_run: 5n * USD })
    .where("id", "=", agentId)
    .execute();
  const { run_id: runId } = await runAgent(all, token, agentId, { max_cost: 5 });
  const admin = createAdmin(all.db);
  const charged = await admin("show-run", runId);
  expect(charged.lines.join("\n")).toContain("2 USD for its model calls");
  expect((await all.money.balance(accountId)).balance).toBe(8n * USD);
  await admin("refund", runId, "--reason", "The provider answered nonsense");
  expect(await all.money.balance(accountId)).toMatchObject({ balance: 10n * USD, totalSpent: 0n });
  expect((await admin("show-run", runId)).lines.join("\n")).toContain("refunded");
  await expect(admin("refund", runId, "--reason", "Twice")).rejects.toThrow("was already refunded");
});
