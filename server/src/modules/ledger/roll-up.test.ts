import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { AGENT, newRunId, USD, useLedger } from "./ledger.fixture.ts";
import { settle } from "./settlement.fixture.ts";

const money = useLedger();

async function rolledBalance(accountId: string): Promise<bigint | undefined> {
  const { rows } = await sql<{ rolled: bigint }>`SELECT rolled_balance AS rolled FROM ledger_accounts
    WHERE account_id = ${accountId} AND kind = 'earnings'`.execute(money().db);
  return rows[0]?.rolled;
}

/**
 * Rolls up all transfers. A roll-up includes only transfers that started before every open transaction of the whole
 * database server, so transactions of other tests may delay it.
 */
async function rolledUp(accountId: string, balance: bigint): Promise<void> {
  const { db, ledger } = money();
  const rollUp = async () => {
    await ledger.rollUp(db);
    expect(await rolledBalance(accountId)).toBe(balance);
  };
  await vi.waitFor(rollUp, { timeout: 10_000 });
}

test("a roll-up does not change any balance or revenue", async () => {
  const { db, ledger } = money();
  const payer = await money().account({ promo: USD });
  const developer = await money().account();
  const agentId = 501;
  await money().run(payer, developer, 100n, { agentId, modelCost: 20n });
  const read = async () => [await money().balance(developer), await ledger.readRevenue(db, agentId, 1)];
  const before = await read();
  expect(await rolledBalance(developer)).toBe(0n);
  await rolledUp(developer, 56n);
  await ledger.rollUp(db);
  expect(await rolledBalance(developer)).toBe(56n);
  expect(await read()).toEqual(before);
  await money().run(payer, developer, 100n, { agentId });
  await rolledUp(developer, 126n);
  expect(await money().balance(developer)).toMatchObject({ totalEarned: 126n });
});

test("a roll-up neither misses postings of open transactions nor counts them twice", async () => {
  const { db, ledger } = money();
  const payer = await money().account({ promo: USD });
  const developer = await money().account();
  const runId = newRunId();
  await money().hold(payer, runId, 100n);
  await db.transaction().execute(async (tx) => {
    const terms = { developerAccountId: developer, sharePercent: 70, sponsorLimit: 0n, agentId: AGENT };
    await settle(tx, { runId, charge: 100n, modelCost: 0n, ...terms });
    await money().run(await money().account({ promo: USD }), developer, 10n);
    await ledger.rollUp(db);
    expect(await money().balance(developer)).toMatchObject({ totalEarned: 7n });
  });
  expect(await money().balance(developer)).toMatchObject({ totalEarned: 77n });
  await Promise.all(Array.from({ length: 5 }, () => ledger.rollUp(db)));
  await rolledUp(developer, 77n);
});

test("resetting the roll-ups does not change any balance", async () => {
  const { db, ledger } = money();
  const payer = await money().account({ promo: USD });
  const developer = await money().account();
  await money().run(payer, developer, 100n);
  await ledger.rollUp(db);
  await sql`SELECT ledger_reset_roll_ups()`.execute(db);
  expect(await money().balance(developer)).toMatchObject({ totalEarned: 70n });
});

test("revenue is grouped by UTC day, minus refunds and sponsored cost", async () => {
  const { db, ledger } = money();
  const payer = await money().account({ promo: USD });
  const developer = await money().account({ paid: USD });
  const agentId = 502;
  const failed = newRunId();
  await money().run(payer, developer, 1000n, { agentId, modelCost: 100n });
  await money().run(payer, developer, 10n, { agentId, modelCost: 30n, sponsorLimit: 15n });
  const { transferId } = await money().run(payer, developer, 500n, { agentId });
  await money().reverse(transferId);
  await money().hold(payer, failed, 10n);
  await money().settle({ runId: failed, charge: 0n, modelCost: 5n, developerAccountId: developer, agentId });
  const today = new Date().toISOString().slice(0, 10);
  const expected = [
    { date: today, executions: 3, gross: 1010n, modelCost: 125n, platformFee: 270n, revenue: 615n },
  ];
  expect(await ledger.readRevenue(db, agentId, 30)).toEqual(expected);
  await ledger.rollUp(db);
  expect(await ledger.readRevenue(db, agentId, 1)).toEqual(expected);
  expect(await ledger.readRevenue(db, 503, 30)).toEqual([]);
});
