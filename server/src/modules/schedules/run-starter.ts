import { createHash } from "node:crypto";
import { nanoToUsd, type RunRequest } from "@stoa/contract";
import type { Database } from "../../platform/db/database.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { findWithCaller } from "./due-store.ts";
import type { ScheduleRow } from "./schedule-row.ts";
import { markRunning, type TakenTime } from "./time-store.ts";

/** What schedules ask of runs. Handed in. */
export interface ScheduledRuns {
  /**
   * Starts a run that costs at most `budgetLeft`, or finds the one of its key.
   * @throws AppError; nothing was started then.
   */
  accept(
    caller: Caller,
    request: RunRequest,
    key: { route: string; key: string; bodyHash: Buffer },
    budget: { budgetLeft: bigint },
  ): Promise<{ runId: string }>;
  /** Has the caller of a run notified once it has completed: one notification per occasion. */
  notifyOfEnd(runId: string, occasion: string): Promise<void>;
  /** Whether a run could start, but for credits and places. @throws AppError 400, 403, 404. */
  check(caller: Caller, request: RunRequest): Promise<void>;
}

/** What schedules ask of agents. Handed in. */
export interface ScheduledAgents {
  /** @throws AppError 404 in words for a named version; `undefined` for an agent that this account cannot run. */
  find(
    agentId: number,
    options: { callerAccountId: string; version?: number | undefined },
  ): Promise<{ pricePerToken: bigint; ownerAccountId: string } | undefined>;
}

/** Keys of people's own requests have other routes. */
const ROUTE = "schedule";

/** A due time has one key on every node and at every try, so it starts one run. */
export function keyOf(time: Pick<TakenTime, "id" | "scheduleId" | "dueAt" | "isManual">) {
  const key = `${time.scheduleId}:${time.isManual ? time.id : time.dueAt.toISOString()}`;
  return { route: ROUTE, key, bodyHash: createHash("sha256").update(key).digest() };
}

/** What a schedule runs; `maxCost` in nano-USD, null for what its account allows a run that says nothing. */
export function requestOf(
  schedule: Pick<ScheduleRow, "agentId" | "input" | "version" | "timeoutSeconds">,
  maxCost: bigint | null,
): RunRequest {
  const { agentId, input, version, timeoutSeconds } = schedule;
  return {
    agent_id: agentId,
    input_data: input,
    ...(maxCost !== null && { max_cost: nanoToUsd(maxCost) }),
    ...(version !== null && { version }),
    ...(timeoutSeconds !== null && { timeout: timeoutSeconds }),
  };
}

/** What came of a time that was taken up. */
export type Started =
  | { kind: "running"; runId: string }
  /** Deleted meanwhile. */
  | { kind: "gone" }
  /** The agent's price is above what was agreed. */
  | { kind: "price_rose" }
  /** It is the month's cap that does not carry the run. */
  | { kind: "over_cap" }
  /** There is no place now: on this node, or among the runs of this account. */
  | { kind: "no_place"; isNodeFull: boolean; error: AppError }
  | { kind: "refused"; error: AppError };

/** Starts the runs of times that were taken up. */
export class RunStarter {
  readonly #db: Database;
  readonly #runs: ScheduledRuns;
  readonly #agents: ScheduledAgents;

  constructor(options: { db: Database; runs: ScheduledRuns; agents: ScheduledAgents }) {
    this.#db = options.db;
    this.#runs = options.runs;
    this.#agents = options.agents;
  }

  /** Doing it again, on whichever node, leads to the same run. */
  async start(time: TakenTime): Promise<Started> {
    const found = await findWithCaller(this.#db, time.scheduleId);
    if (!found) return { kind: "gone" };
    const { schedule, caller } = found;
    try {
      if (await this.#hasPriceRisen(schedule)) return { kind: "price_rose" };
      const request = requestOf(schedule, schedule.maxCost);
      const { runId } = await this.#runs.accept(caller, request, keyOf(time), { budgetLeft: time.maxCost });
      await markRunning(this.#db, time.id, runId);
      const day = time.dueAt.toISOString().slice(0, 10);
      await this.#runs.notifyOfEnd(runId, `schedule_finished:${time.scheduleId}:${day}`);
      return { kind: "running", runId };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === "at_capacity" || error.code === "rate_limited")
        return { kind: "no_place", isNodeFull: error.code === "at_capacity", error };
      if (await this.#isCutTooShort(schedule, caller, error)) return { kind: "over_cap" };
      return { kind: "refused", error };
    }
  }

  /** One's own agent costs what its models cost, whatever its price. */
  async #hasPriceRisen(schedule: ScheduleRow): Promise<boolean> {
    const { agentId, accountId, version } = schedule;
    const agent = await this.#agents.find(agentId, {
      callerAccountId: accountId,
      ...(version !== null && { version }),
    });
    return (
      agent !== undefined && agent.ownerAccountId !== accountId && agent.pricePerToken > schedule.agreedPrice
    );
  }

  /** Whether it would have been carried by the cap that its owner gave each run. */
  async #isCutTooShort(schedule: ScheduleRow, caller: Caller, error: AppError): Promise<boolean> {
    if (error.errors?.[0]?.field !== "max_cost") return false;
    try {
      await this.#runs.check(caller, requestOf(schedule, schedule.maxCost));
      return true;
    } catch (uncut) {
      if (uncut instanceof AppError) return false;
      throw uncut;
    }
  }
}
