import { LRUCache } from "lru-cache";
import type { Known } from "../http/caller.ts";
import { RateBucket, type RateReport } from "./rate-bucket.ts";
import type { RatePolicy, RateStanding } from "./rate-policy.ts";

/** About 10 MB. Past it the callers that have been quiet for longest begin anew; their reports are not lost. */
const MAX_BUCKETS = 50_000;
/** Buckets of one statement: a millisecond or two of the database. */
const MAX_REPORTS = 500;
/** A database that takes longer is in trouble; a node that is flooded itself may take a second to read an answer. */
const REPORT_MS = 2_000;
/** For so long nobody waits for it again: each node limits by what it knows. */
const REST_MS = 10_000;

/** One thing that a request uses up: a policy's share of a caller. */
export interface RateUse {
  policy: RatePolicy;
  caller: string;
}

/** What came of a request: where each policy stands, and the one that refuses it. */
export interface RateVerdict {
  standings: RateStanding[];
  refusal: RateStanding | undefined;
}

interface SharedCountersOptions {
  /** Adds to what all nodes know of, and tells it. */
  report(reports: readonly RateReport[]): Promise<RateReport[]>;
  /** Told when that failed. */
  onFailure(error: unknown): void;
  now?: () => number;
}

/**
 * Counts requests of callers here at once, and with other nodes by reports in the background. A caller who asks seldom
 * is never reported; one who is busy is, every few requests; one who has used the limit up is refused without a
 * question. All nodes together let through at most the limit and each node's slack (`slackOf`).
 */
export class SharedCounters {
  readonly #options: SharedCountersOptions;
  readonly #now: () => number;
  readonly #buckets = new LRUCache<string, RateBucket>({ max: MAX_BUCKETS });
  readonly #due = new Set<RateBucket>();
  #waiting: (() => void)[] = [];
  #isReporting = false;
  #restsUntil = 0;

  constructor(options: SharedCountersOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Uses one of each, or none where one is used up. At once, but for callers who are about to use theirs up. */
  take(uses: readonly RateUse[]): Known<RateVerdict> {
    const now = this.#now();
    const buckets = uses.map((use) => this.#bucket(use, now));
    const full = buckets.find((bucket) => bucket.isFull);
    if (full) return refusedBy(full, buckets, now);
    return buckets.some((bucket) => bucket.mustReport) ? this.#takeLater(buckets) : this.#take(buckets, now);
  }

  #take(buckets: readonly RateBucket[], now: number): RateVerdict {
    for (const bucket of buckets) {
      bucket.use();
      if (bucket.shouldReport) this.#report(bucket);
    }
    return { standings: standingsOf(buckets, now), refusal: undefined };
  }

  /** Decides when this node knows what the others have counted. */
  async #takeLater(buckets: readonly RateBucket[]): Promise<RateVerdict> {
    for (const bucket of buckets) bucket.waiting += 1;
    let now: number;
    let spent: RateBucket | undefined;
    do {
      await this.#reported(buckets.filter((bucket) => bucket.mustReport));
      now = this.#now();
      for (const bucket of buckets) bucket.enter(now);
      spent = buckets.find((bucket) => bucket.isSpent);
    } while (!spent && buckets.some((bucket) => bucket.mustReport));
    for (const bucket of buckets) bucket.waiting -= 1;
    return spent ? refusedBy(spent, buckets, now) : this.#take(buckets, now);
  }

  /** Where a caller stands who has used a policy up, as far as this node knows. */
  refusalOf(use: RateUse): RateStanding | undefined {
    const now = this.#now();
    const bucket = this.#bucket(use, now);
    return bucket.isSpent ? bucket.standing(now) : undefined;
  }

  #bucket({ policy, caller }: RateUse, now: number): RateBucket {
    const id = `${policy.name}:${caller}`;
    let bucket = this.#buckets.get(id);
    if (bucket?.policy !== policy) {
      bucket = new RateBucket(id, policy);
      this.#buckets.set(id, bucket);
    }
    bucket.enter(now);
    return bucket;
  }

  #reported(buckets: readonly RateBucket[]): Promise<void> {
    for (const bucket of buckets) this.#report(bucket);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Answers go out first: nobody but callers near their limit waits for a report. */
  #report(bucket: RateBucket): void {
    this.#due.add(bucket);
    if (this.#isReporting) return;
    this.#isReporting = true;
    setImmediate(() => void this.#reportAll());
  }

  async #reportAll(): Promise<void> {
    while (this.#due.size > 0) {
      const buckets = [...this.#due].slice(0, MAX_REPORTS);
      for (const bucket of buckets) this.#due.delete(bucket);
      const waiting = this.#waiting.splice(0);
      await this.#send(buckets);
      for (const go of waiting) go();
    }
    this.#isReporting = false;
  }

  async #send(buckets: readonly RateBucket[]): Promise<void> {
    const sent = buckets.map((bucket) => ({ bucket, report: bucket.beginReport() }));
    const totals = await this.#totals(sent.map(({ report }) => report).filter(({ used }) => used > 0));
    for (const { bucket, report } of sent)
      bucket.endReport(report, totals.get(`${report.endsAt}:${report.bucket}`));
  }

  async #totals(reports: readonly RateReport[]): Promise<Map<string, number>> {
    if (reports.length === 0 || this.#now() < this.#restsUntil) return new Map();
    try {
      const totals = await within(REPORT_MS, this.#options.report(reports));
      return new Map(totals.map(({ bucket, endsAt, used }) => [`${endsAt}:${bucket}`, used]));
    } catch (error) {
      this.#restsUntil = this.#now() + REST_MS;
      this.#options.onFailure(error);
      return new Map();
    }
  }
}

function standingsOf(buckets: readonly RateBucket[], now: number): RateStanding[] {
  return buckets.map((bucket) => bucket.standing(now));
}

function refusedBy(bucket: RateBucket, all: readonly RateBucket[], now: number): RateVerdict {
  return { standings: standingsOf(all, now), refusal: bucket.standing(now) };
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the database took longer than ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
