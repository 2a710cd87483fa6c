import { type AgentCallAnswer, type ExecuteRequest, LIMITS, nanoToUsd } from "@stoa/contract";
import type { RunSlot, Supervisor } from "@stoa/runtime/supervisor";
import type * as z from "zod";
import { AppError } from "../../../platform/http/app-error.ts";

import type { HoldGrowth } from "../live/hold.ts";
import type { LiveRun } from "../live/live-run.ts";
import { RunMeter } from "../live/run-meter.ts";
import type { RunNode } from "../live/run-node.ts";
import { sumCosts } from "../settle/present.ts";
import {
  type PrepareOptions,
  prepareRun,
  type RunGrants,
  requireGrants,
  requireModels,
  requireRuntime,
} from "../start/prepare-run.ts";
import { type RunPlaces, toPlaceRequest } from "../start/run-places.ts";
import type { RunTerms } from "../start/run-terms.ts";
import { getNeededHold, type StartOptions, startCalledRun } from "../start/start-run.ts";

export interface CalledRunsOptions {
  supervisor: Supervisor;
  places: RunPlaces;
  placePatienceMs: number;
  grants: RunGrants;
  prepare: PrepareOptions;
  start: StartOptions;
  hold: HoldGrowth;
  node: RunNode;
}

/** A request by one agent to run another agent. */
export interface AgentCall {
  agentId: number;
  request: z.output<typeof ExecuteRequest>;
  /** Aborts when no request waits for the answer anymore. */
  signal: AbortSignal;
}

/** A started run of another agent, and its answer. */
export interface StartedCall {
  runId: string;
  agentName: string;
  answer: Promise<AgentCallAnswer>;
}

const createEndedError = () => new AppError(403, "forbidden", "This run has ended.");

/**
 * Starts the runs of agents that other runs call. The same caller pays for them, from the root run's hold
 * (docs/product-rules.md#called-agents).
 */
export class CalledRuns {
  readonly #options: CalledRunsOptions;

  constructor(options: CalledRunsOptions) {
    this.#options = options;
  }

  /**
   * Starts a run of an agent that `parent` declares, for the caller of `parent`.
   * @throws AppError 400, 402, 403, 404, 409, 429 or 503 with a message for the agent. In that case no run starts.
   */
  async start(parent: LiveRun, call: AgentCall): Promise<StartedCall> {
    if (parent.over.aborted || parent.stopCause !== undefined) throw createEndedError();
    requireRoom(parent);
    parent.tree.started += 1;
    const starting = this.#start(parent, call);
    /** The parent must not end before a call that is still starting. */
    parent.trackCall(starting);
    try {
      return await starting;
    } catch (error) {
      parent.tree.started -= 1;
      throw error;
    }
  }

  async #start(parent: LiveRun, { agentId, request, signal }: AgentCall): Promise<StartedCall> {
    const { supervisor, grants, prepare, node } = this.#options;
    const asked = { agent_id: agentId, ...request };
    const terms = limitTime(
      await prepareRun(prepare, parent.caller, asked, { isCalled: true, readable: parent.files }),
      parent,
    );
    requireRuntime(supervisor, terms);
    requireModels(prepare, terms);
    await requireGrants(grants, terms);
    const slot = await this.#takeSlot(parent, terms);
    try {
      const run = await this.#startFunded(parent, terms);
      const done = node.carryCalled(run, slot);
      parent.trackCall(done);
      stopWith(run, AbortSignal.any([parent.over, signal]));
      const answer = done.then((row) => ({
        run_id: row.id,
        success: row.status === "completed",
        agent_output: row.output,
        stop_reason: row.stop_reason ?? "error",
        tokens_used: Number(row.tokens_charged),
        cost: nanoToUsd(sumCosts(row)),
        detail: row.error_detail,
      }));
      return { runId: run.id, agentName: terms.agent.name, answer };
    } catch (error) {
      slot.release();
      throw error;
    }
  }

  /**
   * Returns a slot for the run: a free slot, the slot that its parent can lend, or the next slot that becomes free.
   * Runs that wait for each other's slots do so only for seconds. After that, the call is refused.
   */
  async #takeSlot(parent: LiveRun, terms: RunTerms): Promise<RunSlot> {
    const { places, placePatienceMs } = this.#options;
    const request = toPlaceRequest(terms);
    const slot =
      places.takeNow(request) ?? parent.lendSlot() ?? (await places.take(request, placePatienceMs));
    if (slot) return slot;
    throw new AppError(503, "at_capacity", "This server is at capacity. Please try again shortly.", {
      headers: { "retry-after": "2" },
    });
  }

  /**
   * Starts a run with its part of the hold.
   * @throws AppError 400 if the run's cap does not cover its input, 402 if the root's hold does not, 403 if the parent
   * has ended.
   */
  async #startFunded(parent: LiveRun, terms: RunTerms): Promise<LiveRun> {
    const { start } = this.#options;
    const meter = await this.#fund(parent, terms);
    try {
      const run = await startCalledRun(start, parent, terms, meter);
      if (!run) throw createEndedError();
      return run;
    } catch (error) {
      parent.tree.leave(meter);
      throw error;
    }
  }

  /**
   * Returns the meter of a called run, with its part of the root's hold.
   * @throws AppError 400 if the run's cap does not cover its input, 402 if the root's hold does not.
   */
  async #fund(parent: LiveRun, terms: RunTerms): Promise<RunMeter> {
    const { hold } = this.#options;
    const needed = getNeededHold(terms);
    const meter = new RunMeter(terms, terms.inputTokens, 0n);
    const { tree } = parent;
    await parent.runSerially(() => hold.give(parent));
    tree.join(meter);
    if ((await hold.reach({ meter, tree }, needed)) >= needed) return meter;
    tree.leave(meter);
    /**
     * As after a refused model call, the parent counts as ended at its limit and not as failed, even if the agent
     * handles this error.
     */
    parent.meter.limited = true;
    throw new AppError(
      402,
      "insufficient_credits",
      "The rest of this run's limit or of the balance does not cover a run of this agent. Raise the limit or add credits.",
    );
  }
}

function requireRoom(parent: LiveRun): void {
  if (parent.depth >= LIMITS.calledRunsDepth)
    throw new AppError(
      409,
      "conflict",
      `Agents can call each other up to ${LIMITS.calledRunsDepth} levels deep, and this run reached the limit.`,
    );
  if (parent.tree.started >= LIMITS.calledRuns)
    throw new AppError(
      429,
      "rate_limited",
      `A run can have ${LIMITS.calledRuns} child runs, and this run reached the limit.`,
    );
}

/**
 * Shortens the time limit of a called run, so that it ends before the run that waits for it.
 * @throws AppError 403 if less than a second is left
 */
function limitTime(terms: RunTerms, parent: LiveRun): RunTerms {
  const left = Math.floor(parent.timeLeftMs / 1000);
  if (left < 1) throw createEndedError();
  return { ...terms, timeoutSeconds: Math.min(terms.timeoutSeconds, left) };
}

function stopWith(run: LiveRun, signal: AbortSignal): void {
  const stop = () => run.stop("cancelled");
  if (signal.aborted) stop();
  else {
    signal.addEventListener("abort", stop, { once: true });
    void run.done.then(() => signal.removeEventListener("abort", stop));
  }
}
