import { nanoToDecimal } from "@stoa/contract";
import type { LiveRun } from "./live-run.ts";

/**
 * The minimum pause between two reports. Three reports per second look continuous, and an answer that streams letter by
 * letter causes no more reports than that.
 */
const MIN_PAUSE_MS = 300;
/**
 * The pause between two reports as a share of the run's age. A long run reports less often, so that a run of ten
 * minutes stays below the log's limit for entries of one kind.
 */
const PAUSE_SHARE = 0.02;

/** Logs what a run costs so far, including its child runs, for the caller who started the root run. */
export function reportCost(run: LiveRun): void {
  const { tree, root, meter } = run;
  const emitCost = ({ feed }: LiveRun, tokens: number, cost: bigint) =>
    feed.append({ kind: "cost", payload: { tokens, cost: nanoToDecimal(cost) } });
  emitCost(root, tree.used.tokens, tree.used.cost);
  if (run !== root) emitCost(run, meter.metered, meter.cost);
}

/**
 * Logs what a run costs while its answer grows, with a minimum pause between reports. The last figure is logged after
 * such a pause.
 */
export class StreamedCost {
  readonly #run: LiveRun;
  #shown = -1;
  #shownAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(run: LiveRun) {
    this.#run = run;
  }

  /**
   * Reports the cost, immediately or after the minimum pause. Call this after new text of the answer has been counted.
   */
  recordGrowth(): void {
    if (this.#timer !== undefined) return;
    const now = performance.now();
    const pause = Math.max(MIN_PAUSE_MS, (now - this.#run.startedAt) * PAUSE_SHARE);
    const wait = this.#shownAt + pause - now;
    if (wait <= 0) this.#show();
    else
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#show();
      }, wait).unref();
  }

  /** Stops reporting, because the result shows the cost from here on. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #show(): void {
    const { meter, closed } = this.#run;
    if (closed || !meter.chargesText || meter.metered === this.#shown) return;
    this.#shown = meter.metered;
    this.#shownAt = performance.now();
    reportCost(this.#run);
  }
}
