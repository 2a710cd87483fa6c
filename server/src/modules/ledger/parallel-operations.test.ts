import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newRunId, useLedger } from "./ledger.fixture.ts";
import { expectedSplit, LedgerModel } from "./ledger-model.fixture.ts";
import { LedgerError } from "./movement-store.ts";

const money = useLedger();

const ACCOUNTS = 4;
const who = fc.nat(ACCOUNTS - 1);
/**
 * An index into the runs that exist when the operation is performed. Operations that run in parallel may pick the same
 * run.
 */
const which = fc.nat(99);
/** The amount is small compared with the balances, so that wallets run empty only now and then. */
const amount = fc.bigInt(0n, 400n);
/**
 * The free amount per day. It is small compared with the model costs, so that some failed runs are charged.
 */
const FREE_PER_DAY = 300n;
const PAST = new Date(Date.now() - 1000);
const FUTURE = new Date(Date.now() + 3_600_000);

const operation = fc.oneof(
  fc.record({ op: fc.constant("grant" as const), who, amount, source: fc.constantFrom("promo", "paid") }),
  fc.record({
    op: fc.constant("grantExpiring" as const),
    who,
    amount,
    expiresAt: fc.constantFrom(PAST, FUTURE),
  }),
  fc.record({ op: fc.constant("deposit" as const), who, amount }),
  { weight: 6, arbitrary: fc.record({ op: fc.constant("hold" as const), who, amount }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("extend" as const), which, amount }) },
  {
    weight: 6,
    arbitrary: fc.record({
      op: fc.constant("settle" as const),
      which,
      developer: who,
      charge: fc.bigInt(0n, 150n),
      modelCost: fc.oneof(fc.constant(0n), amount),
      sharePercent: fc.constantFrom(70n, 85n, 90n),
      sponsorLimit: fc.oneof(fc.constant(0n), amount),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constant("fail" as const),
      which,
      developer: who,
      modelCost: fc.oneof(fc.constant(0n), amount),
    }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("risk" as const), which, amount }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("reverse" as const), which }) },
  fc.record({ op: fc.constant("claim" as const), who }),
  fc.record({ op: fc.constant("expire" as const) }),
  fc.record({ op: fc.constant("rollUp" as const) }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/**
 * Ignores refusals of the ledger, because a race can cause them. Any other error, such as a deadlock or a violated
 * constraint, fails the test.
 */
async function unlessRefused(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof LedgerError)) throw error;
  });
}

class World {
  readonly model = new LedgerModel();
  readonly accounts: string[];
  readonly #money = money();

  constructor(accounts: string[]) {
    this.accounts = accounts;
  }

  account(index: number): string {
    const id = this.accounts[index];
    if (id === undefined) throw new Error("no such account");
    return id;
  }

  /** Returns a run that had a live hold a moment ago, and in one of ten cases any run. */
  #liveRun(which: number): string {
    const runs = which % 10 > 0 ? this.model.liveRuns() : this.model.allRuns();
    return runs[which % Math.max(1, runs.length)] ?? newRunId();
  }

  async perform(operation: Operation): Promise<void> {
    const { db, ledger, grant } = this.#money;
    switch (operation.op) {
      case "grant":
      case "grantExpiring": {
        const account = this.account(operation.who);
        const source = operation.op === "grant" && operation.source === "paid" ? "paid" : "promo";
        const expiresAt = operation.op === "grantExpiring" ? operation.expiresAt : undefined;
        await grant(account, operation.amount, source, expiresAt);
        this.model.book(account).granted += operation.amount;
        return;
      }
      case "deposit": {
        const account = this.account(operation.who);
        const made = await this.#deposit(account, operation.amount);
        if (made) this.model.book(account).granted += operation.amount;
        return;
      }
      case "hold":
        return this.#hold(this.account(operation.who), operation.amount);
      case "extend":
        await ledger.extend(db, this.#liveRun(operation.which), operation.amount);
        return;
      case "settle":
        return this.#settle(operation);
      case "fail":
        return this.#fail(operation);
      case "risk":
        await ledger.risk(db, this.#liveRun(operation.which), operation.amount, FREE_PER_DAY);
        return;
      case "reverse":
        return this.#reverse(operation.which);
      case "claim":
        await sql`SELECT ledger_claim_earnings(${this.account(operation.who)})`.execute(db);
        return;
      case "expire":
        return ledger.expireLots(db);
      case "rollUp":
        return ledger.rollUp(db);
    }
  }

  async #deposit(account: string, amount: bigint): Promise<boolean> {
    if (amount === 0n) return false;
    await sql`SELECT ledger_deposit(${account}, ${amount}, ${newRunId()})`.execute(this.#money.db);
    return true;
  }

  async #hold(account: string, amount: bigint): Promise<void> {
    const runId = newRunId();
    const held = await this.#money.hold(account, runId, amount, amount * 2n);
    if (held.ok) this.model.held(runId);
  }

  async #settle(operation: Operation & { op: "settle" }): Promise<void> {
    const runId = this.#liveRun(operation.which);
    const { charge, modelCost, sharePercent, sponsorLimit } = operation;
    const developer = this.account(operation.developer);
    const receipt = await this.#money.settle({
      runId,
      charge,
      modelCost,
      sponsorLimit,
      sharePercent: Number(sharePercent),
      developerAccountId: developer,
    });
    const { rows } = await sql<{ payer: string }>`SELECT payer_account_id AS payer FROM transfers
      WHERE id = ${receipt.transferId}`.execute(this.#money.db);
    const payer = rows[0]?.payer ?? "";
    const run = { payer, developer, charge, modelCost, sharePercent, sponsorLimit, receipt };
    this.model.settled(runId, run);
  }

  async #fail({ which, developer, modelCost }: Operation & { op: "fail" }): Promise<void> {
    const runId = this.#liveRun(which);
    const developerAccountId = this.account(developer);
    const terms = { runId, modelCost, developerAccountId, freePerDay: FREE_PER_DAY };
    const { charge, loss } = await this.#money.settleFailed(terms);
    const { rows } = await sql<{ payer: string }>`SELECT account_id AS payer FROM holds
      WHERE run_id = ${runId}`.execute(this.#money.db);
    this.model.failed(runId, { payer: rows[0]?.payer ?? "", modelCost, charge, loss });
  }

  async #reverse(which: number): Promise<void> {
    const runs = [...this.model.runs.values()];
    const run = runs[which % Math.max(1, runs.length)];
    if (run === undefined) return;
    await this.#money.reverse(run.receipt.transferId);
    this.model.reversed(run);
  }
}

async function amounts(query: ReturnType<typeof sql<{ amount: bigint }>>): Promise<bigint> {
  return (await query.execute(money().db)).rows[0]?.amount ?? 0n;
}

/**
 * Compares the ledger with the model. Expired credits and the platform's losses on refunds depend on the order of
 * operations, so these are read from the postings.
 */
async function expectAsModelled({ model, accounts }: World): Promise<void> {
  for (const run of model.runs.values()) {
    const { net, fee, uncovered } = expectedSplit(run);
    expect(run.receipt).toMatchObject({ gross: run.charge, modelCost: run.modelCost, net, fee });
    expect(run.receipt.sponsored + run.receipt.loss).toBe(uncovered);
    expect(run.receipt.sponsored <= run.sponsorLimit).toBe(true);
  }
  for (const run of model.failures) expect(run.charge + run.loss).toBe(run.modelCost);
  for (const account of accounts) {
    const expired = await amounts(sql`SELECT -coalesce(sum(amount), 0)::bigint AS amount FROM postings p
      JOIN transfers t ON t.id = transfer_id JOIN wallets w ON w.wallet_ledger_id = p.ledger_account_id
      WHERE t.kind = 'expiry' AND w.account_id = ${account}`);
    const helped = await amounts(sql`SELECT -coalesce(sum(amount), 0)::bigint AS amount FROM postings p
      JOIN transfers t ON t.id = transfer_id
      WHERE t.kind = 'clawback' AND t.developer_account_id = ${account} AND p.ledger_account_id = 'loss'`);
    const book = model.book(account);
    const balance = await money().balance(account);
    expect(balance).toMatchObject({ totalSpent: book.spent, totalEarned: book.earned });
    expect(balance.balance + balance.claimable).toBe(
      book.granted - book.spent + book.earned - expired + helped,
    );
  }
}

/** Compares only which holds are live. Their amounts depend on the order of operations. */
async function expectHoldsAsModelled({ model, accounts }: World): Promise<void> {
  const { rows } = await sql<{ runId: string }>`SELECT run_id AS "runId" FROM holds
    WHERE state = 'live' AND account_id IN (${sql.join(accounts)})`.execute(money().db);
  expect(rows.map(({ runId }) => runId).sort()).toEqual(model.liveRuns());
}

test("random parallel operations produce the same books as a simple model", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(operation, { minLength: 6, maxLength: 14 }), { minLength: 4, maxLength: 8 }),
      async (lanes) => {
        const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => money().account()));
        const world = new World(accounts);
        for (const account of accounts) {
          await money().grant(account, 500n, "promo");
          world.model.book(account).granted += 500n;
        }
        const lane = async (operations: Operation[]) => {
          for (const each of operations) await unlessRefused(world.perform(each));
        };
        await Promise.all(lanes.map(lane));
        await expectAsModelled(world);
        await expectHoldsAsModelled(world);
        expect(await money().ledger.audit(money().db)).toEqual([]);
      },
    ),
    // A race may not recur with fewer operations, so shrinking is pointless.
    { numRuns: 25, endOnFailure: true },
  );
});
