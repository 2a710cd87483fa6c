import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { expectBooksBalanced } from "../../../../tests/harness/ledger.ts";
import { ExactLedger, emptyWallet, type ModelWallet } from "./exact-ledger.fixture.ts";
import { newRunId, useLedger } from "./ledger.fixture.ts";
import { LedgerError } from "./movement-store.ts";

const money = useLedger();

const ACCOUNTS = 3;
const who = fc.nat(ACCOUNTS - 1);
/** An index into the runs that exist when the operation is performed. */
const which = fc.nat(99);
const amount = fc.bigInt(1n, 400n);
/**
 * The free amount per day. It is small compared with the model costs, so that some failed runs are charged.
 */
const FREE_PER_DAY = 500n;
const PAST = Date.now() - 60_000;
const SOON = Date.now() + 3_600_000;

const operation = fc.oneof(
  fc.record({
    op: fc.constant("grant" as const),
    who,
    amount,
    expiresAt: fc.constantFrom(PAST, SOON, Infinity),
  }),
  fc.record({ op: fc.constant("deposit" as const), who, amount }),
  { weight: 6, arbitrary: fc.record({ op: fc.constant("hold" as const), who, amount }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("extend" as const), which, amount }) },
  {
    weight: 5,
    arbitrary: fc.record({
      op: fc.constant("settle" as const),
      which,
      who,
      /** The charge as a percentage of the hold. The ledger refuses values above 100. */
      percent: fc.bigInt(0n, 108n),
      modelCost: fc.oneof(fc.constant(0n), amount),
      share: fc.constantFrom(70n, 85n, 90n),
      sponsorLimit: fc.oneof(fc.constant(0n), amount),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constant("fail" as const),
      which,
      modelCost: fc.oneof(fc.constant(0n), amount),
      /** Usually the value that a server sets. Null is for a failure that the platform caused. */
      freePerDay: fc.constantFrom(FREE_PER_DAY, FREE_PER_DAY, FREE_PER_DAY, null),
    }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("risk" as const), which, amount }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("reverse" as const), which }) },
  fc.record({ op: fc.constant("expire" as const) }),
  fc.record({ op: fc.constant("rollUp" as const) }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const toRefusal = (error: unknown) => {
  if (error instanceof LedgerError) return error.refusal;
  throw error;
};

interface Party {
  id: string;
  wallet: ModelWallet;
}

/** Performs operations on the ledger and on the model, and compares each result. */
class Play {
  readonly parties: Party[];
  readonly #model = new ExactLedger();
  readonly #transfers = new Map<string, string>();
  #credits = 0;

  constructor(parties: Party[]) {
    this.parties = parties;
  }

  async step(operation: Operation): Promise<void> {
    const { ledger, db, hold, settle, settleFailed } = money();
    if (operation.op === "expire") {
      await ledger.expireLots(db);
      for (const { wallet } of this.parties) this.#model.expire(wallet);
      return;
    }
    if (operation.op === "rollUp") return ledger.rollUp(db);
    if (operation.op === "grant" || operation.op === "deposit") return this.#credit(operation);
    if (operation.op === "hold") {
      const { id, wallet } = this.#party(operation.who);
      const runId = newRunId();
      const { ok } = await hold(id, runId, operation.amount, operation.amount * 2n);
      expect(ok).toBe(this.#model.hold(wallet, runId, operation.amount, operation.amount * 2n));
      return;
    }
    const runId = this.#pick(operation);
    switch (operation.op) {
      case "extend": {
        const reached = await ledger.extend(db, runId, operation.amount).catch(toRefusal);
        const held = this.#model.extend(runId, operation.amount);
        expect(reached).toEqual(held === undefined ? "hold_ended" : { ok: true, held });
        return;
      }
      case "settle": {
        const { id, wallet } = this.#party(operation.who);
        const { percent, modelCost, sponsorLimit, share } = operation;
        const charge = (this.#model.heldBy(runId) * percent) / 100n;
        const terms = { runId, charge, modelCost, sponsorLimit, sharePercent: Number(share) };
        const answer = await settle({ ...terms, developerAccountId: id }).catch(toRefusal);
        if (typeof answer === "object") this.#transfers.set(runId, answer.transferId);
        const expected = this.#model.settle(runId, wallet, { charge, modelCost, sponsorLimit, share });
        if (typeof expected === "object") expect(answer).toMatchObject(expected);
        else expect(answer).toBe(expected);
        return;
      }
      case "fail": {
        const { modelCost, freePerDay } = operation;
        const { id } = this.#party(0);
        const answer = await settleFailed({ runId, modelCost, freePerDay, developerAccountId: id }).catch(
          toRefusal,
        );
        expect(answer).toEqual(this.#model.settleFailed(runId, modelCost, freePerDay));
        return;
      }
      case "risk": {
        const answer = await ledger.risk(db, runId, operation.amount, FREE_PER_DAY).catch(toRefusal);
        expect(answer).toBe(this.#model.risk(runId, operation.amount, FREE_PER_DAY));
        return;
      }
      case "reverse":
        return this.#reverse(runId);
    }
  }

  /** Usually returns a run on which the operation can succeed, and in one of ten cases a run that has ended. */
  #pick({ op, which }: Operation & { which: number }): string {
    const { live, settled } = this.#model.runs();
    const fitting = (op === "reverse") === which % 10 > 0 ? settled : live;
    return fitting[which % Math.max(1, fitting.length)] ?? newRunId();
  }

  #party(index: number): Party {
    const party = this.parties[index];
    if (party === undefined) throw new Error("no such account");
    return party;
  }

  async #credit(operation: Operation & { op: "grant" | "deposit" }): Promise<void> {
    const { ledger, db } = money();
    const { id, wallet } = this.#party(operation.who);
    const { amount } = operation;
    this.#credits += 1;
    if (operation.op === "deposit") {
      const reference = `${id}-${this.#credits}`;
      await sql`SELECT ledger_deposit(${id}, ${amount}, ${reference})`.execute(db);
      this.#model.credit(wallet, `payment/${reference}`, "paid", amount);
      return;
    }
    const { expiresAt } = operation;
    const expiry = expiresAt === Infinity ? {} : { expiresAt: new Date(expiresAt) };
    const period = `${this.#credits}`;
    await db
      .transaction()
      .execute((tx) =>
        ledger.grant(tx, { accountId: id, kind: "operator", period, amount, source: "promo", ...expiry }),
      );
    this.#model.credit(wallet, `operator/${period}`, "promo", amount, expiresAt);
  }

  async #reverse(runId: string): Promise<void> {
    const transferId = this.#transfers.get(runId);
    const reversed = this.#model.reverse(runId);
    if (transferId === undefined) return expect(reversed).toBe(false);
    const answer = await money().reverse(transferId).catch(toRefusal);
    if (reversed) expect(answer).toMatch(/^trf_/);
    else expect(answer).toBe("already_reversed");
  }
}

async function expectSameWallet({ id, wallet }: Party): Promise<void> {
  const { rows: lots } = await sql<{ name: string; remaining: bigint }>`
    SELECT kind || '/' || period AS name, remaining FROM wallet_lots
    WHERE account_id = ${id} AND remaining > 0 ORDER BY 1`.execute(money().db);
  const modelled = wallet.lots.filter((lot) => lot.remaining > 0n);
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
  expect([...lots].sort(byName)).toEqual(
    modelled.map(({ name, remaining }) => ({ name, remaining })).sort(byName),
  );
  const { rows } = await sql<{ held: bigint; spent: bigint; lost: bigint; paid: bigint; promo: bigint }>`
    SELECT w.held, w.spent, w.loss_of_day AS lost, e.total - e.promo AS paid, e.promo
    FROM wallets w CROSS JOIN LATERAL ledger_account_balance(w.earnings_ledger_id) e
    WHERE w.account_id = ${id}`.execute(money().db);
  expect(rows).toEqual([{ held: wallet.held, spent: wallet.spent, lost: wallet.lost, ...wallet.earnings }]);
}

test("sequential operations produce the same lots, holds and earnings as the reference model", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 30, maxLength: 60 }), async (operations) => {
      const ids = await Promise.all(Array.from({ length: ACCOUNTS }, () => money().account()));
      const play = new Play(ids.map((id) => ({ id, wallet: emptyWallet() })));
      for (const who of ids.keys()) await play.step({ op: "grant", who, amount: 300n, expiresAt: Infinity });
      for (const each of operations) await play.step(each);
      for (const party of play.parties) await expectSameWallet(party);
      await expectBooksBalanced(money().db);
    }),
    { numRuns: 25 },
  );
});
