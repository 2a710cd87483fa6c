import { type BillingStatement, BillingStatements } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { SeededRandom } from "../../../../tests/harness/seeded-random.ts";
import { USD } from "./ledger.fixture.ts";
import { useLedgerRoutes } from "./routes.fixture.ts";

const server = useLedgerRoutes();

async function readStatements(token: string, query = "?limit=100") {
  return parseAnswer(
    BillingStatements,
    await server().client.get(`/api/v1/billing/statements${query}`, { token }),
  );
}

/** Spreads today's transfers over the previous months. Call this before any transfer is rolled up. */
async function spreadOverMonths(accounts: readonly string[], months: number) {
  const { db } = server();
  await sql`ALTER TABLE transfers DISABLE TRIGGER transfers_immutable`.execute(db);
  await sql`
    UPDATE transfers t SET created_at = placed.moment
    FROM (
      SELECT id, date_trunc('month', now(), 'UTC') - interval '1 microsecond'
        - make_interval(months => (${months} * (1 - row_number() OVER (ORDER BY id)::float8
            / count(*) OVER ()))::integer) AS moment
      FROM transfers WHERE payer_account_id = ANY (${accounts}::text[])
    ) placed
    WHERE t.id = placed.id`.execute(db);
  await sql`ALTER TABLE transfers ENABLE TRIGGER transfers_immutable`.execute(db);
}

const exact = (usd: number) => Math.round(usd * 1e9);

/**
 * Checks that each month opens with the previous closing balance and adds up, and that the last month closes with the
 * wallet's balance.
 */
async function expectClosed(account: string, statements: readonly BillingStatement[]) {
  let opening = 0;
  for (const month of [...statements].reverse()) {
    expect(exact(month.opening)).toBe(opening);
    const { credits, spent, failure_charges: failed, earned, expired, reversed } = month;
    opening +=
      exact(credits) - exact(spent) - exact(failed) + exact(earned) - exact(expired) + exact(reversed);
    expect(exact(month.closing)).toBe(opening);
  }
  expect(BigInt(opening)).toBe((await server().balance(account)).balance);
}

test("a month's statement lists money in and out by kind", async () => {
  const { db, account, run, reverse, grant, ledger, hold, settleFailed } = server();
  const developer = await account({ paid: 2n * USD });
  const other = await account({ promo: 10n * USD });
  await grant(developer, USD / 2n, "promo", new Date(Date.now() - 1_000));
  await ledger.expireLots(db);
  await run(other, developer, 4n * USD, { sharePercent: 50 });
  const { transferId } = await run(developer, other, 3n * USD);
  await reverse(transferId);
  await run(developer, other, USD);
  await hold(developer, "run_failed", USD);
  const terms = { runId: "run_failed", modelCost: USD, freePerDay: USD / 4n, developerAccountId: other };
  await settleFailed(terms);
  const { statements, next_cursor } = await readStatements(developer);
  expect(statements).toEqual([
    {
      month: new Date().toISOString().slice(0, 7),
      opening: 0,
      credits: 2.5,
      spent: 4,
      failure_charges: 0.75,
      earned: 2,
      expired: 0.5,
      reversed: 3,
      closing: 2.25,
      entries: 8,
    },
  ]);
  expect(next_cursor).toBeNull();
});

test("statements add up exactly before and after a roll-up, and the last statement closes with the balance", async () => {
  const { db, account, run, reverse, ledger } = server();
  const developer = await account({ paid: 20n * USD });
  const payer = await account({ promo: 50n * USD, paid: 50n * USD });
  const random = new SeededRandom(11);
  for (let count = 0; count < 40; count += 1) {
    const [from, to] = random.nextBelow(3) === 0 ? [developer, payer] : [payer, developer];
    const { transferId } = await run(from, to, BigInt(random.nextBelow(900_000_000)));
    if (random.nextBelow(4) === 0) await reverse(transferId);
  }
  await spreadOverMonths([developer, payer], 14);
  const before = new Map<string, BillingStatement[]>();
  for (const one of [developer, payer]) {
    const { statements } = await readStatements(one);
    expect(statements.length).toBeGreaterThan(7);
    await expectClosed(one, statements);
    before.set(one, statements);
  }
  await ledger.rollUp(db);
  await run(payer, developer, 77n);
  for (const one of [developer, payer]) {
    const { statements } = await readStatements(one);
    await expectClosed(one, statements);
    expect(statements.slice(-6)).toEqual(before.get(one)?.slice(-6));
  }
  const whole = (await readStatements(payer)).statements;
  const first = await readStatements(payer, "?limit=5");
  const second = await readStatements(payer, `?limit=100&cursor=${first.next_cursor}`);
  expect([...first.statements, ...second.statements]).toEqual(whole);
  expect((await readStatements(payer, "?limit=2&offset=3")).statements).toEqual(whole.slice(3, 5));
});

test("an account without movements has no statements", async () => {
  expect(await readStatements(await server().account())).toEqual({ statements: [], next_cursor: null });
});
