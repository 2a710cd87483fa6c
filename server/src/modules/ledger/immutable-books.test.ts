import { type RawBuilder, sql } from "kysely";
import { expect, test } from "vitest";
import { USD, useLedger } from "./ledger.fixture.ts";

const money = useLedger();

test.each([
  ["change a posting", sql`UPDATE postings SET amount = amount + 1`],
  ["remove a posting", sql`DELETE FROM postings`],
  ["empty the postings", sql`TRUNCATE postings`],
  ["change a transfer", sql`UPDATE transfers SET gross = 0`],
  ["remove a transfer", sql`DELETE FROM transfers`],
  ["empty the transfers", sql`TRUNCATE transfers CASCADE`],
  ["remove a ledger account", sql`DELETE FROM ledger_accounts`],
  ["empty the ledger accounts", sql`TRUNCATE ledger_accounts CASCADE`],
])("no writer can %s", async (_, statement) => {
  await money().run(await money().account({ promo: USD }), await money().account(), 100n);
  await expect(statement.execute(money().db)).rejects.toThrow(/immutable/);
});

async function post(...lines: RawBuilder<unknown>[]): Promise<void> {
  await money()
    .db.transaction()
    .execute(async (tx) => {
      const { rows } = await sql<{
        id: string;
      }>`INSERT INTO transfers (kind) VALUES ('claim') RETURNING id`.execute(tx);
      const id = rows[0]?.id;
      const values = lines.map((line, index) => sql`(${id}, ${index}, ${line})`);
      await sql`INSERT INTO postings (transfer_id, line, ledger_account_id, amount, funding)
        VALUES ${sql.join(values)}`.execute(tx);
    });
}

test("no writer can add postings that do not add up to 0", async () => {
  await expect(post(sql`'loss', -5, 'paid'`, sql`'external', 4, 'paid'`)).rejects.toMatchObject({
    code: "LG006",
  });
  await expect(post(sql`'loss', 5, 'paid'`)).rejects.toMatchObject({ code: "LG006" });
  await expect(post(sql`'loss', 0, 'paid'`)).rejects.toThrow(/check constraint/);
});

test("refuses a transfer that turns promo money into paid money", async () => {
  const posting = post(sql`'promo_expense', -5, 'promo'`, sql`'external', 5, 'paid'`);
  await expect(posting).rejects.toMatchObject({ code: "LG006" });
});

test("refuses postings to an unknown ledger account", async () => {
  const posting = post(sql`'loss', -5, 'paid'`, sql`'elsewhere', 5, 'paid'`);
  await expect(posting).rejects.toMatchObject({ code: "LG006" });
});

test("refuses postings that are added to a committed transfer", async () => {
  const payer = await money().account({ promo: USD });
  const { transferId } = await money().run(payer, await money().account(), 100n);
  const addition = sql`INSERT INTO postings (transfer_id, line, ledger_account_id, amount, funding)
    VALUES (${transferId}, 90, 'loss', -5, 'paid'), (${transferId}, 91, 'external', 5, 'paid')`;
  await expect(addition.execute(money().db)).rejects.toMatchObject({ code: "LG006" });
});

test("a wallet's balance cannot fall below 0 or below the held amount", async () => {
  const accountId = await money().account({ promo: 100n });
  for (const change of [sql`balance = -1`, sql`held = -1`, sql`held = 101`])
    await expect(
      sql`UPDATE wallets SET ${change} WHERE account_id = ${accountId}`.execute(money().db),
    ).rejects.toThrow(/check constraint/);
});

test.each([
  ["a wallet's balance", sql`UPDATE wallets SET balance = balance + 1 WHERE account_id = `, /balance/],
  ["a wallet's held amount", sql`UPDATE wallets SET held = held + 1 WHERE account_id = `, /held/],
  ["a wallet's spent amount", sql`UPDATE wallets SET spent = spent + 1 WHERE account_id = `, /spent/],
  ["a claimed amount", sql`UPDATE wallets SET claimed = claimed + 1 WHERE account_id = `, /claimed/],
  ["a lot", sql`UPDATE wallet_lots SET remaining = remaining - 1 WHERE account_id = `, /lot/],
  ["a hold", sql`UPDATE holds SET state = 'released' WHERE account_id = `, /hold/],
  ["a roll-up", sql`UPDATE ledger_accounts SET rolled_balance = 7 WHERE account_id = `, /roll-up/],
])("the audit detects a manipulated value: %s", async (_, statement, finding) => {
  const { db, ledger } = money();
  const payer = await money().account({ promo: USD });
  await money().run(payer, await money().account(), 100n);
  const tampering = db.transaction().execute(async (tx) => {
    await sql`${statement}${payer}`.execute(tx);
    const findings = await ledger.audit(tx);
    expect(findings.join("\n")).toMatch(finding);
    throw new Error("undone");
  });
  await expect(tampering).rejects.toThrow("undone");
});
