import { LRUCache } from "lru-cache";
import type { MaybePromise } from "../http/caller.ts";
import { RateBucket, type RateReport } from "./rate-bucket.ts";
import type { RatePolicy, RateStanding } from "./rate-policy.ts";

/**
 * The number of buckets in memory, about 10 MB. Above it, the least recently active callers start over on this
 * node; reported counts are not lost.
 */
const MAX_BUCKETS = 50_000;
/** The number of buckets per statement, which takes a millisecond or two of database time. */
const MAX_REPORTS = 500;
/**
 * How long a report may take. A database that takes longer has a problem; a node that is flooded with requests may
 * need a second to read the result.
 */
const REPORT_MS = 2_000;
/**
 * The time after a failed report in which requests do not wait for the database. Until it is over, each node limits
 * requests by its own counts.
 */
const REST_MS = 10_000;

/** A policy and a caller whose quota a request uses. */
export interface RateUse {
  policy: RatePolicy;
  caller: string;
}

/** The result for a request: the remaining quota of each policy, and the policy that refuses the request. */
export interface RateVerdict {
  standings: RateStanding[];
  refusal: RateStanding | undefined;
}

interface SharedCountersOptions {
  /** Adds counts to the shared counts, and returns the sums of all nodes. */
  report(reports: readonly RateReport[]): Promise<RateReport[]>;
  /** Reports that a report failed. */
  onFailure(error: unknown): void;
  now?: () => number;
}

/**
 * Counts the requests of callers on this node immediately, and synchronizes with other nodes in the background. A
 * caller with few requests is never reported, a busy caller is reported every few requests, and a caller who has
 * reached the limit is refused without a query. Together, all nodes allow at most the limit plus each node's slack
 * (`computeSlack`).
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

  /**
   * Uses one request of each quota, or none if one of them is used up. The result is immediate unless a quota is
   * almost used up.
   */
  take(uses: readonly RateUse[]): MaybePromise<RateVerdict> {
    const now = this.#now();
    const buckets = uses.map((use) => this.#getBucket(use, now));
    const full = buckets.find((bucket) => bucket.isFull);
    if (full) return createRefusal(full, buckets, now);
    return buckets.some((bucket) => bucket.mustReport) ? this.#takeLater(buckets) : this.#take(buckets, now);
  }

  #take(buckets: readonly RateBucket[], now: number): RateVerdict {
    for (const bucket of buckets) {
      bucket.use();
      if (bucket.shouldReport) this.#report(bucket);
    }
    return { standings: getStandings(buckets, now), refusal: undefined };
  }

  /** Decides after this node has received the counts of the other nodes. */
  async #takeLater(buckets: readonly RateBucket[]): Promise<RateVerdict> {
    for (const bucket of buckets) bucket.waiting += 1;
    let now: number;
    let spent: RateBucket | undefined;
    do {
      await this.#reportBuckets(buckets.filter((bucket) => bucket.mustReport));
      now = this.#now();
      for (const bucket of buckets) bucket.enter(now);
      spent = buckets.find((bucket) => bucket.isSpent);
    } while (!spent && buckets.some((bucket) => bucket.mustReport));
    for (const bucket of buckets) bucket.waiting -= 1;
    return spent ? createRefusal(spent, buckets, now) : this.#take(buckets, now);
  }

  /**
   * Returns the quota of a caller who has reached the limit, as far as this node knows; `undefined` below the limit.
   */
  findRefusal(use: RateUse): RateStanding | undefined {
    const now = this.#now();
    const bucket = this.#getBucket(use, now);
    return bucket.isSpent ? bucket.standing(now) : undefined;
  }

  #getBucket({ policy, caller }: RateUse, now: number): RateBucket {
    const id = `${policy.name}:${caller}`;
    let bucket = this.#buckets.get(id);
    if (bucket?.policy !== policy) {
      bucket = new RateBucket(id, policy);
      this.#buckets.set(id, bucket);
    }
    bucket.enter(now);
    return bucket;
  }

  #reportBuckets(buckets: readonly RateBucket[]): Promise<void> {
    for (const bucket of buckets) this.#report(bucket);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Replies are sent first: only callers near their limit wait for a report. */
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
    const totals = await this.#exchangeTotals(
      sent.map(({ report }) => report).filter(({ used }) => used > 0),
    );
    for (const { bucket, report } of sent)
      bucket.endReport(report, totals.get(`${report.endsAt}:${report.bucket}`));
  }

  async #exchangeTotals(reports: readonly RateReport[]): Promise<Map<string, number>> {
    if (reports.length === 0 || this.#now() < this.#restsUntil) return new Map();
    try {
      const totals = await waitAtMost(REPORT_MS, this.#options.report(reports));
      return new Map(totals.map(({ bucket, endsAt, used }) => [`${endsAt}:${bucket}`, used]));
    } catch (error) {
      this.#restsUntil = this.#now() + REST_MS;
      this.#options.onFailure(error);
      return new Map();
    }
  }
}

function getStandings(buckets: readonly RateBucket[], now: number): RateStanding[] {
  return buckets.map((bucket) => bucket.standing(now));
}

function createRefusal(bucket: RateBucket, all: readonly RateBucket[], now: number): RateVerdict {
  return { standings: getStandings(all, now), refusal: bucket.standing(now) };
}

async function waitAtMost<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the database took longer than ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
