import { sql } from "kysely";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { moneyIn, newRunId } from "../../modules/ledger/ledger.fixture.ts";
import { createAdmin } from "./admin.fixture.ts";

const database = useTestDatabase();
const IN_USD = 1_000_000_000n;

/** Runs reconcile after the statement `tamper`, and reverts that statement with `undo`. Returns the findings. */
async function foundWhile(tamper: string, undo: string) {
  const { db } = database();
  await sql.raw(tamper).execute(db);
  try {
    const { data, failed, lines } = await createAdmin(db)("reconcile");
    return { findings: Object(data).findings, failed, lines };
  } finally {
    await sql.raw(undo).execute(db);
  }
}

test("reports that the books are consistent, with the total of each kind of ledger account", async () => {
  const { db } = database();
  const money = moneyIn(db);
  const [payer, developer] = [await money.account({ paid: 5n * IN_USD }), await money.account()];
  const { transferId } = await money.run(payer, developer, IN_USD, { modelCost: IN_USD / 10n });
  await money.reverse(transferId);
  const { data, lines, failed } = await createAdmin(db)("reconcile");
  expect(failed).toBe(false);
  expect(lines.at(-1)).toBe("The ledger is consistent.");
  const { books, findings } = Object(data);
  expect(findings).toEqual([]);
  expect(books).toContainEqual({ kind: "wallet", accounts: 2, total: 5n * IN_USD });
  expect(books.reduce((sum: bigint, { total }: { total: bigint }) => sum + total, 0n)).toBe(0n);
});

test("names each manipulated total and fails", async () => {
  const { db } = database();
  const money = moneyIn(db);
  const account = await money.account({ promo: 3n * IN_USD });
  const wallet = `wallets SET balance = balance`;
  const found = await foundWhile(
    `UPDATE ${wallet} + 1 WHERE account_id = '${account}'`,
    `UPDATE ${wallet} - 1 WHERE account_id = '${account}'`,
  );
  expect(found.failed).toBe(true);
  expect(found.findings).toEqual([
    `wallet ${account}: balance 3000000001, its postings 3000000000`,
    `wallet ${account}: balance 3000000001, its lots 3000000000`,
  ]);
  expect(found.lines.slice(-3)).toEqual([
    "Found 2 differences:",
    `  wallet ${account}: balance 3000000001, its postings 3000000000`,
    `  wallet ${account}: balance 3000000001, its lots 3000000000`,
  ]);

  const rolled = await foundWhile(
    "UPDATE ledger_accounts SET rolled_balance = rolled_balance + 7 WHERE id = 'loss'",
    "UPDATE ledger_accounts SET rolled_balance = rolled_balance - 7 WHERE id = 'loss'",
  );
  expect(rolled.findings).toContain("the running totals of all ledgers add up to 7 instead of 0");
});

test("names an active hold that belongs to no run", async () => {
  const { db } = database();
  const money = moneyIn(db);
  const account = await money.account({ paid: IN_USD });
  const runId = newRunId();
  await money.hold(account, runId, 5n);
  expect((await createAdmin(db)("reconcile")).lines).toContain(
    `  run ${runId} has ended or does not exist, but its hold of 5 is still live`,
  );
  await money.giveBack(runId, account);
});
