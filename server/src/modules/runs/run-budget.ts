import { nanoToDecimal, TEXTS } from "@stoa/contract";
import type { CallEstimate, ModelCall, RefusalCode, Reservation, RunBudget } from "@stoa/gateway";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../../platform/db/database.ts";
import type { Ledger } from "../ledger/index.ts";
import type { HoldGrowth } from "./hold.ts";
import type { LiveRun, LiveRuns } from "./live-run.ts";
import { insertModelCall } from "./model-call-store.ts";
import type { RunBounds } from "./run-bounds.ts";
import { smaller } from "./run-terms.ts";
import type { TrialRuns } from "./trial-runs.ts";

export interface RunBudgetOptions {
  db: Database;
  ledger: Ledger;
  live: LiveRuns;
  trials: TrialRuns;
  hold: HoldGrowth;
  bounds: Pick<RunBounds, "callerLossPerDay" | "developerLossPerDay" | "limitGraceMs">;
  log: FastifyBaseLogger;
}

const refuse = (code: RefusalCode, detail: string): Reservation => ({ granted: false, code, detail });

/** The budget of the runs on this node, as the gateway asks for it (readings 16 to 19). */
export function createRunBudget(options: RunBudgetOptions): RunBudget {
  const { db, ledger, live, trials, hold, bounds, log } = options;

  /** At its limit a run may return what it has; then it is stopped. */
  const reachLimit = (run: LiveRun): Reservation => {
    run.meter.limited = true;
    setTimeout(() => run.stop("limit"), bounds.limitGraceMs).unref();
    return refuse("insufficient_credits", TEXTS.run.noCredits);
  };

  const lossRefusal = async (run: LiveRun, estimate: CallEstimate): Promise<Reservation | undefined> => {
    const { accountId: callerAccountId, developerAccountId } = run.facts;
    const losses = await ledger.lossesToday(db, { callerAccountId, developerAccountId });
    const atRisk = run.meter.costWith(estimate);
    if (losses.caller + atRisk > bounds.callerLossPerDay)
      return refuse(
        "loss_bound_reached",
        "Too many of your runs failed today; model calls resume at 00:00 UTC",
      );
    if (losses.developer + atRisk > bounds.developerLossPerDay)
      return refuse(
        "loss_bound_reached",
        "Too many runs of this developer's agents failed today; model calls resume at 00:00 UTC",
      );
    return undefined;
  };

  /** Where the price does not carry the model, the developer must be willing and able to (reading 19). */
  const priceRefusal = async (run: LiveRun, estimate: CallEstimate): Promise<Reservation | undefined> => {
    const shortfall = run.meter.shortfallWith(estimate);
    if (shortfall === 0n) return undefined;
    const tooLow = refuse(
      "price_too_low",
      `This agent's price does not cover this model call, and its developer sponsors at most ${nanoToDecimal(run.meter.terms.sponsorLimit)} USD a run`,
    );
    if (shortfall > run.meter.terms.sponsorLimit) return tooLow;
    const { balance, held, claimable } = await ledger.balance(db, run.facts.developerAccountId);
    return shortfall > balance - held + claimable ? tooLow : undefined;
  };

  const reserveTokens = async (run: LiveRun, estimate: CallEstimate): Promise<Reservation> => {
    const { meter } = run;
    const withinCap = meter.completionWithin(meter.terms.cap, estimate);
    if (withinCap < 1) return reachLimit(run);
    const needed = meter.amountForModelTokens(estimate.promptTokens + withinCap);
    const held = await hold.reach(run, needed);
    const completionTokens = Math.min(withinCap, meter.completionWithin(held, estimate));
    if (completionTokens < 1) return reachLimit(run);
    return { granted: true, id: meter.reserve(estimate, completionTokens), completionTokens };
  };

  /** One's own agent: the hold covers the models' cost instead of tokens. */
  const reserveCost = async (run: LiveRun, estimate: CallEstimate): Promise<Reservation> => {
    const { meter } = run;
    const needed = meter.costWith(estimate);
    const held =
      needed <= meter.terms.cap ? await hold.reach(run, needed) : smaller(meter.held, meter.terms.cap);
    if (held < needed) return reachLimit(run);
    const completionTokens = estimate.completionTokens;
    return { granted: true, id: meter.reserve(estimate, completionTokens), completionTokens };
  };

  const reserve = async (run: LiveRun, estimate: CallEstimate): Promise<Reservation> => {
    if (run.closed || run.stopCause !== undefined) return refuse("run_ended", "This run has ended");
    if (estimate.costNano > 0n) {
      const lost = await lossRefusal(run, estimate);
      if (lost) return lost;
    }
    if (run.meter.terms.pays === "model_cost") return reserveCost(run, estimate);
    if (estimate.costNano > 0n) {
      const low = await priceRefusal(run, estimate);
      if (low) return low;
    }
    return reserveTokens(run, estimate);
  };

  return {
    async reserve(runId, estimate) {
      if (trials.has(runId)) return trials.grant(estimate);
      const run = live.get(runId);
      if (!run) return refuse("run_ended", "This run has ended");
      return run.serially(() => reserve(run, estimate));
    },

    async record(runId: string, reservationId: string, call: ModelCall) {
      if (trials.has(runId)) return;
      try {
        await insertModelCall(db, runId, call);
      } finally {
        const run = live.get(runId);
        if (!run?.record(reservationId, call) || run.closed)
          log.error(
            { runId, cost: nanoToDecimal(call.costNano) },
            "a model call ended after its run was settled",
          );
        else run.feed.note("cost", { tokens: run.meter.metered, cost: nanoToDecimal(run.meter.cost) });
      }
    },
  };
}
