import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import type { Queryable } from "../../platform/db/database.ts";
import { USD } from "./ledger.fixture.ts";
import { allowMoving, movedTo } from "./moved-transfer.fixture.ts";
import { useLedgerRoutes } from "./routes.fixture.ts";

const server = useLedgerRoutes();

/**
 * The start times of transactions, each with the creation time of the transfer id if that is later. They are sorted by
 * id.
 */
const MOMENTS: [began: string, id?: string][] = [
  ["2026-02-27T12:00:00Z"],
  ["2026-02-28T23:59:59.990Z", "2026-02-28T23:59:59.995Z"],
  ["2026-03-01T00:00:00.001Z"],
  ["2026-02-28T23:59:58Z", "2026-03-01T00:00:00.002Z"],
  ["2026-03-01T00:00:00.003Z"],
  ["2026-02-28T23:59:59.999Z", "2026-03-01T00:20:00Z"],
  ["2026-03-01T00:20:00.001Z"],
  ["2026-03-31T23:59:59.999Z"],
  ["2026-04-01T00:00:00Z"],
  ["2026-06-15T08:00:00Z"],
];

/** Creates a wallet with one run for each entry of MOMENTS. */
async function movedOverMonths() {
  const { db, account, run, ledger, balance } = server();
  const payer = await account();
  const developer = await account();
  await sql`SELECT ledger_deposit(${payer}, ${USD}, ${payer})`.execute(db);
  await allowMoving(db);
  const { entries } = await ledger.readHistory(db, payer, { limit: 1, offset: 0, cursor: undefined });
  await movedTo(db, entries[0]?.id ?? "", "2026-01-10T00:00:00Z");
  const expected: [id: string, balance: bigint][] = [];
  for (const [index, [began, id]] of MOMENTS.entries()) {
    const { transferId } = await run(payer, developer, 3n ** BigInt(index));
    const moved = await movedTo(db, transferId, began, id);
    expected.push([moved, (await balance(payer)).balance]);
  }
  expect(expected.map(([id]) => id)).toEqual(expected.map(([id]) => id).sort());
  const balances = async (from: Queryable) => {
    const told: [string, bigint | undefined][] = [];
    for (const [id] of expected) told.push([id, (await ledger.readReceipt(from, payer, id))?.balanceAfter]);
    return told;
  };
  return { db, ledger, payer, developer, run, expected, balances };
}

test("balances on receipts are exact before and after a roll-up if transactions are open at a month's end", async () => {
  const { db, ledger, payer, developer, run, expected, balances } = await movedOverMonths();
  expect(await balances(db)).toEqual(expected);
  await rolledUp(ledger.rollUp, payer);
  expect(await balances(db)).toEqual(expected);
  await run(payer, developer, 77n);
  expect(await balances(db)).toEqual(expected);
});

test("the balance on an old receipt is computed without the postings of later months that are rolled up", async () => {
  const { db, ledger, payer, expected, balances } = await movedOverMonths();
  await rolledUp(ledger.rollUp, payer);
  const tx = await db.startTransaction().execute();
  try {
    await sql`DELETE FROM postings WHERE transfer_id >= transfer_id_at('2026-04-01T00:00:00Z')`.execute(tx);
    const before = expected.length - 2;
    expect((await balances(tx)).slice(0, before)).toEqual(expected.slice(0, before));
  } finally {
    await tx.rollback().execute();
  }
});

/**
 * Rolls up all transfers. A roll-up includes only transfers that started before every open transaction of the whole
 * database server, so transactions of other tests may delay it.
 */
async function rolledUp(rollUp: (db: Queryable) => Promise<void>, accountId: string): Promise<void> {
  const { db } = server();
  await vi.waitFor(
    async () => {
      await rollUp(db);
      const { rows } = await sql<{ entries: bigint }>`
        SELECT coalesce(sum(entries), 0)::bigint AS entries FROM wallet_months
        WHERE ledger_account_id = (SELECT wallet_ledger_id FROM wallets WHERE account_id = ${accountId})`.execute(
        db,
      );
      expect(rows[0]?.entries).toBe(BigInt(MOMENTS.length + 1));
    },
    { timeout: 10_000 },
  );
}
