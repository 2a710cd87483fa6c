import { BillingHistory } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { newRunId, USD } from "./ledger.fixture.ts";
import { useLedgerRoutes } from "./routes.fixture.ts";

const server = useLedgerRoutes();

async function readHistory(token: string, query = "") {
  return parseAnswer(BillingHistory, await server().client.get(`/api/v1/billing/history${query}`, { token }));
}

test("the history describes every movement in plain language, and its entries add up to the balance", async () => {
  const { db, ledger } = server();
  const developer = await server().account();
  const grant = async (kind: "signup" | "plan_month", period: string, amount: bigint, expiresAt?: Date) =>
    db.transaction().execute((tx) =>
      ledger.grant(tx, {
        accountId: developer,
        kind,
        period,
        amount,
        source: "promo",
        ...(expiresAt && { expiresAt }),
      }),
    );
  await grant("signup", "once", 10n * USD);
  await grant("plan_month", "2026-11", 15n * USD, new Date(Date.now() - 1000));
  await ledger.expireLots(db);
  await sql`SELECT ledger_deposit(${developer}, ${5n * USD}, 'pay_7')`.execute(db);
  const payer = await server().account({ promo: 100n * USD });
  await server().run(payer, developer, 4n * USD, { sharePercent: 50 });
  const { transferId } = await server().run(developer, payer, 16n * USD, { agentName: "Data Analyzer" });
  await server().run(payer, developer, 0n, { modelCost: USD / 2n, sponsorLimit: USD, agentId: 3 });
  await server().reverse(transferId);

  const { history, next_cursor } = await readHistory(developer);
  expect(history.map(({ kind, description, amount }) => [kind, amount, description])).toEqual([
    ["reversal", 16, "Refund of a run of Data Analyzer"],
    ["run", -0.5, "Model cost of a run of agent 3, sponsored by you"],
    ["run", -16, "A run of Data Analyzer"],
    ["earning", 2, "Earnings from your agents"],
    ["payment", 5, "Payment"],
    ["expiry", -15, "Plan credits for November 2026 expired"],
    ["grant", 15, "Plan credits for November 2026"],
    ["grant", 10, "Starting credits"],
  ]);
  expect(next_cursor).toBeNull();
  expect(history[2]?.run_id).toMatch(/^run_/);
  const sum = history.reduce((total, { amount }) => total + amount, 0);
  expect(sum).toBe(Number((await server().balance(developer)).balance) / 1e9);
});

test("the history labels reversed credits and reversed earnings", async () => {
  const developer = await server().account({ promo: USD });
  const payer = await server().account({ promo: USD });
  const { transferId } = await server().run(payer, developer, USD, { sharePercent: 100 });
  const runId = newRunId();
  await server().hold(developer, runId, 2n * USD);
  await server().giveBack(runId, payer);
  await server().reverse(transferId);
  const { rows } = await sql<{ id: string }>`SELECT id FROM transfers WHERE kind = 'grant'
    AND payer_account_id = ${developer}`.execute(server().db);
  await server().reverse(rows[0]?.id ?? "");
  const { history } = await readHistory(developer);
  expect(history.map(({ description, amount }) => [amount, description])).toEqual([
    [-1, "Credits from the operator reversed"],
    [-1, "Earnings reversed for a refunded run"],
    [1, "Earnings from your agents"],
    [1, "Credits from the operator"],
  ]);
});

test("pages by cursor and by offset contain every entry exactly once", async () => {
  const payer = await server().account({ promo: USD });
  const developer = await server().account();
  for (let count = 1n; count <= 6n; count += 1n) await server().run(payer, developer, count);
  const whole = (await readHistory(payer)).history;
  expect(whole).toHaveLength(7);
  const read = [];
  let page = await readHistory(payer, "?limit=3");
  read.push(...page.history);
  while (page.next_cursor !== null) {
    page = await readHistory(payer, `?limit=3&cursor=${page.next_cursor}`);
    read.push(...page.history);
  }
  expect(read).toEqual(whole);
  expect((await readHistory(payer, "?limit=2&offset=4")).history).toEqual(whole.slice(4, 6));
});

test("a run that cost nothing has no entry in the history", async () => {
  const payer = await server().account();
  await server().run(payer, await server().account(), 0n);
  expect(await readHistory(payer)).toEqual({ history: [], next_cursor: null });
});
