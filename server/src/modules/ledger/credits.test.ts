import { sql } from "kysely";
import { expect, test } from "vitest";
import { newRunId, USD, useLedger } from "./ledger.fixture.ts";

const money = useLedger();
const YESTERDAY = new Date(Date.now() - 86_400_000);
const TOMORROW = new Date(Date.now() + 86_400_000);

async function lots(accountId: string) {
  const { rows } = await sql<{ source: string; funding: string; remaining: bigint }>`
    SELECT source, funding, remaining FROM wallet_lots WHERE account_id = ${accountId} AND remaining > 0
    ORDER BY source, funding DESC`.execute(money().db);
  return rows;
}

test("starting credits are granted once, even under concurrent requests", async () => {
  const { ledger, db } = money();
  const accountId = await money().account();
  const grant = { accountId, kind: "signup", period: "once", amount: 10n * USD, source: "promo" } as const;
  const asked = await Promise.all(
    Array.from({ length: 10 }, () => db.transaction().execute((tx) => ledger.grant(tx, grant))),
  );
  expect(asked.filter(Boolean)).toHaveLength(1);
  expect(await money().balance(accountId)).toMatchObject({ balance: 10n * USD, totalEarned: 0n });
});

test("the credits of each plan month are granted once", async () => {
  const { ledger, db } = money();
  const accountId = await money().account();
  const month = (period: string) =>
    db
      .transaction()
      .execute((tx) =>
        ledger.grant(tx, { accountId, kind: "plan_month", period, amount: 15n * USD, source: "promo" }),
      );
  expect([await month("2026-10"), await month("2026-11"), await month("2026-11")]).toEqual([
    true,
    true,
    false,
  ]);
  expect(await money().balance(accountId)).toMatchObject({ balance: 30n * USD });
});

test("opening an account twice changes nothing", async () => {
  const accountId = await money().account({ promo: USD });
  await money()
    .db.transaction()
    .execute((tx) => money().ledger.openAccount(tx, accountId));
  expect(await money().balance(accountId)).toMatchObject({ balance: USD });
});

test("refuses a grant of zero and a grant to an unknown account", async () => {
  const accountId = await money().account();
  await expect(money().grant(accountId, 0n, "promo")).rejects.toMatchObject({
    refusal: "amount_out_of_range",
  });
  await expect(money().grant(accountId, -5n, "promo")).rejects.toMatchObject({
    refusal: "amount_out_of_range",
  });
  await expect(money().grant("acc_nobody", 5n, "promo")).rejects.toMatchObject({
    refusal: "unknown_account",
  });
});

test("spends promo credits before paid credits, starting with the credits that expire first", async () => {
  const payer = await money().account({ paid: 100n, promo: 100n });
  await money().grant(payer, 50n, "promo", TOMORROW);
  const developer = await money().account();
  await money().run(payer, developer, 60n);
  expect(await lots(payer)).toEqual([
    { source: "paid", funding: "paid", remaining: 100n },
    { source: "promo", funding: "promo", remaining: 90n },
  ]);
  await money().run(payer, developer, 110n);
  expect(await lots(payer)).toEqual([{ source: "paid", funding: "paid", remaining: 80n }]);
});

test("records a payment once per external reference", async () => {
  const accountId = await money().account();
  const deposit = async () =>
    (
      await sql<{ made: boolean }>`SELECT ledger_deposit(${accountId}, 500, 'pay_1') AS made`.execute(
        money().db,
      )
    ).rows[0]?.made;
  expect([await deposit(), await deposit()]).toEqual([true, false]);
  expect(await money().balance(accountId)).toMatchObject({ balance: 500n });
  const other = await money().account();
  await expect(sql`SELECT ledger_deposit(${other}, 500, 'pay_1')`.execute(money().db)).rejects.toThrow(
    /external_ref/,
  );
});

test("a hold uses unclaimed earnings if the wallet alone cannot cover it", async () => {
  const payer = await money().account({ paid: 1000n });
  const developer = await money().account({ promo: 10n });
  await money().run(payer, developer, 100n);
  expect(await money().balance(developer)).toMatchObject({ balance: 10n, claimable: 70n, totalEarned: 70n });
  expect(await money().hold(developer, newRunId(), 10n)).toMatchObject({ ok: true });
  expect(await money().balance(developer)).toMatchObject({ balance: 10n, claimable: 70n });
  expect(await money().hold(developer, newRunId(), 70n)).toMatchObject({ ok: true });
  expect(await money().balance(developer)).toMatchObject({
    balance: 80n,
    held: 80n,
    claimable: 0n,
    totalEarned: 70n,
  });
  expect(await money().hold(developer, newRunId(), 1n)).toMatchObject({ ok: false });
});

test("a growing hold uses unclaimed earnings if the wallet alone cannot cover the growth", async () => {
  const { ledger, db } = money();
  const developer = await money().account({ promo: 10n });
  const runId = newRunId();
  await money().hold(developer, runId, 10n, 500n);
  await money().run(await money().account({ paid: 1000n }), developer, 100n);
  expect(await ledger.extend(db, runId, 500n)).toEqual({ ok: true, held: 80n });
});

test("money from promo credits stays marked as promo each time someone earns and spends it", async () => {
  const first = await money().account({ promo: 50n, paid: 150n });
  const second = await money().account();
  const third = await money().account();
  await money().run(first, second, 100n, { modelCost: 10n, sharePercent: 90 });
  await money().hold(second, newRunId(), 1n);
  // Half of the 100 came from promo credits: 5 of the model cost, 40 of the 81 earned, and 5 of the fee.
  expect(await lots(second)).toEqual([
    { source: "earned", funding: "promo", remaining: 40n },
    { source: "earned", funding: "paid", remaining: 41n },
  ]);
  await money().run(second, third, 50n, { sharePercent: 100 });
  await money().hold(third, newRunId(), 1n);
  expect(await lots(third)).toEqual([
    { source: "earned", funding: "promo", remaining: 40n },
    { source: "earned", funding: "paid", remaining: 10n },
  ]);
});

test("only credits past their expiry date expire", async () => {
  const accountId = await money().account({ promo: 100n });
  await money().grant(accountId, 30n, "promo", YESTERDAY);
  await money().grant(accountId, 40n, "promo", TOMORROW);
  await money().ledger.expireLots(money().db);
  await money().ledger.expireLots(money().db);
  expect(await money().balance(accountId)).toMatchObject({ balance: 140n, totalSpent: 0n });
});

test("expired credits cannot cover a new hold, even before the expiry job runs", async () => {
  const accountId = await money().account();
  await money().grant(accountId, 30n, "promo", YESTERDAY);
  expect(await money().hold(accountId, newRunId(), 1n)).toEqual({ ok: false, reason: "insufficient" });
  expect(await money().balance(accountId)).toMatchObject({ balance: 0n });
});

test("credits that expire during a run still pay for it, and what remains expires after the run", async () => {
  const accountId = await money().account();
  await money().grant(accountId, 100n, "promo", TOMORROW);
  const runId = newRunId();
  await money().hold(accountId, runId, 60n);
  await sql`UPDATE wallet_lots SET expires_at = ${YESTERDAY} WHERE account_id = ${accountId}`.execute(
    money().db,
  );
  await money().ledger.expireLots(money().db);
  expect(await money().balance(accountId)).toMatchObject({ balance: 60n, held: 60n });
  await money().settle({ runId, charge: 25n, developerAccountId: await money().account() });
  await money().ledger.expireLots(money().db);
  expect(await money().balance(accountId)).toMatchObject({ balance: 0n, totalSpent: 25n });
});

test("the expiry job skips a locked wallet and expires its credits in a later pass", async () => {
  const accountId = await money().account();
  await money().grant(accountId, 100n, "promo", YESTERDAY);
  await money()
    .db.transaction()
    .execute(async (tx) => {
      await sql`SELECT FROM wallets WHERE account_id = ${accountId} FOR UPDATE`.execute(tx);
      await money().ledger.expireLots(money().db);
      expect(await money().balance(accountId)).toMatchObject({ balance: 100n });
    });
  await money().ledger.expireLots(money().db);
  expect(await money().balance(accountId)).toMatchObject({ balance: 0n });
});

test("purchased and earned credits never expire", async () => {
  const accountId = await money().account();
  await expect(money().grant(accountId, 100n, "paid", TOMORROW)).rejects.toThrow(/check constraint/);
});
