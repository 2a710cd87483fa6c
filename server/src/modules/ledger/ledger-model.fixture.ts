import type { SettlementReceipt } from "./settlement.fixture.ts";

/** The simplest possible records of one account: the total amounts granted, spent and earned. */
interface Book {
  granted: bigint;
  spent: bigint;
  earned: bigint;
}

export interface SettledRun {
  payer: string;
  developer: string;
  charge: bigint;
  modelCost: bigint;
  sharePercent: bigint;
  sponsorLimit: bigint;
  receipt: SettlementReceipt;
}

export interface FailedRun {
  payer: string;
  modelCost: bigint;
  charge: bigint;
  loss: bigint;
}

/**
 * Computes the expected result of parallel operations independently of the ledger. It receives the operations that
 * succeeded, in any order, and calculates the fee and the net amount of each receipt itself.
 */
export class LedgerModel {
  readonly runs = new Map<string, SettledRun>();
  readonly failures: FailedRun[] = [];
  readonly #held = new Set<string>();
  readonly #ended = new Set<string>();
  readonly #books = new Map<string, Book>();

  book(account: string): Book {
    const book = this.#books.get(account) ?? { granted: 0n, spent: 0n, earned: 0n };
    this.#books.set(account, book);
    return book;
  }

  /** Returns the runs with a live hold, sorted. */
  liveRuns(): string[] {
    return [...this.#held].filter((runId) => !this.#ended.has(runId)).sort();
  }

  allRuns(): string[] {
    return [...this.#held];
  }

  held(runId: string): void {
    this.#held.add(runId);
  }

  settled(runId: string, run: SettledRun): void {
    this.#ended.add(runId);
    this.runs.set(runId, run);
    this.#book(run, 1n);
  }

  failed(runId: string, run: FailedRun): void {
    this.#ended.add(runId);
    this.failures.push(run);
    this.book(run.payer).spent += run.charge;
  }

  reversed(run: SettledRun): void {
    this.#book(run, -1n);
  }

  #book(run: SettledRun, sign: 1n | -1n): void {
    this.book(run.payer).spent += sign * run.charge;
    this.book(run.developer).spent += sign * run.receipt.sponsored;
    this.book(run.developer).earned += sign * expectedSplit(run).net;
  }
}

/** Returns the expected split of a run's charge (docs/product-rules.md#revenue-split). */
export function expectedSplit(run: SettledRun) {
  let borne = run.charge;
  if (run.modelCost < borne) borne = run.modelCost;
  const rest = run.charge - borne;
  const net = (rest * run.sharePercent) / 100n;
  return { net, fee: rest - net, uncovered: run.modelCost - borne };
}
