import { nanoToDecimal, TEXTS } from "@stoa/contract";
import type { CallEstimate, ModelCall, RefusalCode, Reservation, RunBudget } from "@stoa/gateway";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../../../platform/db/database.ts";
import type { Ledger } from "../../ledger/index.ts";
import type { RunBounds } from "../run-bounds.ts";
import type { RunContents } from "../run-contents.ts";
import { readRunSettings } from "../trace/run-settings-store.ts";
import type { TrialRuns } from "../trial/trial-runs.ts";
import type { HoldGrowth } from "./hold.ts";
import { reportCost } from "./live-cost.ts";
import type { LiveRun, LiveRuns } from "./live-run.ts";
import { ModelCallWriter } from "./model-call-writer.ts";

export interface RunBudgetOptions {
  db: Database;
  contents: RunContents;
  ledger: Ledger;
  live: LiveRuns;
  trials: TrialRuns;
  hold: HoldGrowth;
  bounds: Pick<RunBounds, "freeFailures" | "limitGraceMs">;
  log: FastifyBaseLogger;
}

/**
 * The number of calls per run whose content is kept, so that a loop of calls does not fill the disk. People do not read
 * more.
 */
const MAX_KEPT_CALLS = 50;

const LOSS_BOUND_REACHED =
  "This agent's price does not cover this model call, and your account reached its daily limit of uncovered model cost. Try again when your other runs have ended, or after 00:00 UTC";

const refuse = (code: RefusalCode, detail: string): Reservation => ({ granted: false, code, detail });

/**
 * Creates the budget of the runs on this node, from which the gateway reserves model calls
 * (docs/product-rules.md#charging-for-runs).
 */
export function createRunBudget(options: RunBudgetOptions): RunBudget {
  const { db, ledger, live, trials, hold, bounds, log } = options;
  const writer = new ModelCallWriter(options);
  const lossBound = new LossBound(db, ledger, bounds.freeFailures);

  /** Gives a run at its limit a moment to return its output, and then stops it. */
  const reachLimit = (run: LiveRun): Reservation => {
    run.meter.limited = true;
    setTimeout(() => run.stop("limit"), bounds.limitGraceMs).unref();
    return refuse("insufficient_credits", TEXTS.run.noCredits);
  };

  const reserve = async (run: LiveRun, estimate: CallEstimate): Promise<Reservation> => {
    if (run.closed || run.stopCause !== undefined) return refuse("run_ended", "This run has ended");
    const { meter } = run;
    const withinCap = meter.countAffordableTokens(meter.terms.cap, estimate);
    if (withinCap < 1) return reachLimit(run);
    if (estimate.costNano > 0n) {
      const refused = await refuseUncoveredCall(options, run, meter.computeShortfall(estimate, withinCap));
      if (refused) return refused;
    }
    const held = await hold.reach(run, meter.computeAmount(estimate, withinCap));
    const completionTokens = Math.min(withinCap, meter.countAffordableTokens(held, estimate));
    if (completionTokens < 1) return reachLimit(run);
    if (
      estimate.costNano > 0n &&
      !(await lossBound.reserveUncovered(run, meter.computeShortfall(estimate, completionTokens)))
    )
      return refuse("loss_bound_reached", LOSS_BOUND_REACHED);
    const kept = meter.callsReserved < MAX_KEPT_CALLS && (await readKeepsContent(db, run));
    return {
      granted: true,
      id: meter.reserve(estimate, completionTokens),
      completionTokens,
      keepsContent: kept,
    };
  };

  return {
    async reserve(runId, estimate) {
      if (trials.has(runId)) return trials.grant(runId, estimate);
      const run = live.get(runId);
      if (!run) return refuse("run_ended", "This run has ended");
      return run.runSerially(() => reserve(run, estimate));
    },

    async record(runId: string, reservationId: string, call: ModelCall) {
      if (trials.has(runId)) return;
      const run = live.get(runId);
      const written = writer.write({
        runId,
        accountId: run?.terms.caller.accountId,
        reservationId,
        call: maskContent(run, call),
      });
      if (run?.record(reservationId, call, written) && !run.closed) reportCost(run);
      else
        log.error(
          { runId, cost: nanoToDecimal(call.costNano) },
          "a model call ended after its run was settled",
        );
      await written;
    },
  };
}

/** Returns the call as it is stored, without the developer's secrets. */
function maskContent(run: LiveRun | undefined, call: ModelCall): ModelCall {
  return run?.mask && call.content ? { ...call, content: run.mask.maskJson(call.content) } : call;
}

/**
 * Returns a refusal for a call that the price does not cover, unless the developer sponsors it and
 * can pay for it.
 */
async function refuseUncoveredCall(
  { db, ledger }: Pick<RunBudgetOptions, "db" | "ledger">,
  run: LiveRun,
  shortfall: bigint,
): Promise<Reservation | undefined> {
  if (shortfall === 0n) return undefined;
  const { sponsorLimit } = run.meter.terms;
  const tooLow = refuse(
    "price_too_low",
    `This agent's price does not cover this model call, and its developer sponsors at most ${nanoToDecimal(sponsorLimit)} USD per run`,
  );
  if (shortfall > sponsorLimit) return tooLow;
  const { balance, held, claimable } = await ledger.readBalance(db, run.terms.agent.ownerAccountId);
  return shortfall > balance - held + claimable ? tooLow : undefined;
}

/**
 * Reads once per run whether its caller keeps the content of model calls. After an error, the next call reads it again.
 */
function readKeepsContent(db: Database, run: LiveRun): Promise<boolean> {
  run.keepsContent ??= readRunSettings(db, run.terms.caller.accountId).then(
    (kept) => kept.keep_model_content,
    (error: unknown) => {
      run.keepsContent = undefined;
      throw error;
    },
  );
  return run.keepsContent;
}

/**
 * Limits what the platform may lose on model calls that no caller pays for, because their agents' prices are below
 * their model cost. The amount at risk is reserved for each run before it is spent, across all nodes, and counts
 * together with today's cost of failed runs of the same account.
 */
class LossBound {
  readonly #db: Database;
  readonly #ledger: Ledger;
  readonly #freeFailures: bigint;

  constructor(db: Database, ledger: Ledger, freeFailures: bigint) {
    this.#db = db;
    this.#ledger = ledger;
    this.#freeFailures = freeFailures;
  }

  /**
   * Reserves the amount, in nano-USD, that a run may cost beyond its charge.
   * @returns false if the limit does not allow it
   */
  async reserveUncovered(
    { meter, tree }: Pick<LiveRun, "meter" | "tree">,
    uncovered: bigint,
  ): Promise<boolean> {
    if (uncovered <= meter.uncovered) return true;
    return tree.runSerially(async () => {
      const total = tree.sumUncoveredByOthers(meter) + uncovered;
      const isAllowed = await this.#ledger.risk(this.#db, tree.rootId, total, this.#freeFailures);
      if (isAllowed) meter.uncovered = uncovered;
      return isAllowed;
    });
  }
}
