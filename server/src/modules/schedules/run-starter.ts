import { createHash } from "node:crypto";
import { type InputData, nanoToUsd, type RunRequest } from "@stoa/contract";
import type { Database } from "../../platform/db/database.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { findWithCaller } from "./due-store.ts";
import type { ScheduleInputs } from "./inputs.ts";
import type { ScheduleRow } from "./schedule-row.ts";
import { markRunning, type TakenTime } from "./time-store.ts";

/** The functions of the runs module that schedules need. They are injected. */
export interface ScheduledRuns {
  /**
   * Starts a run that costs at most `budgetLeft`, or returns the run that the key has already started.
   * @throws AppError if no run was started.
   */
  accept(
    caller: Caller,
    request: RunRequest,
    key: { route: string; key: string; bodyHash: Buffer },
    budget: { budgetLeft: bigint },
  ): Promise<{ runId: string }>;
  /** Notifies the caller when the run has completed. Each occasion causes one notification. */
  notifyOfEnd(runId: string, occasion: string): Promise<void>;
  /**
   * Checks whether a run could start. Ignores models, credits and capacity.
   * @throws AppError if the run would be refused.
   */
  check(caller: Caller, request: RunRequest): Promise<void>;
}

/** The functions of the catalog that schedules need. They are injected. */
export interface ScheduledAgents {
  /**
   * Finds an agent. Returns `undefined` for an agent that this account cannot run.
   * @throws AppError 403 for a suspended agent; 404 for a specific version that is not available.
   */
  find(
    agentId: number,
    options: { callerAccountId: string; version?: number | undefined },
  ): Promise<{ pricePerToken: bigint; ownerAccountId: string } | undefined>;
}

/** The route under which schedules' idempotency keys are stored. Keys of users' own requests have other routes. */
const ROUTE = "schedule";

/**
 * Returns the idempotency key of a due time. It is the same on every node and in every attempt, so that each time
 * starts only one run.
 */
export function createIdempotencyKey(time: Pick<TakenTime, "id" | "scheduleId" | "dueAt" | "isManual">) {
  const key = `${time.scheduleId}:${time.isManual ? time.id : time.dueAt.toISOString()}`;
  return { route: ROUTE, key, bodyHash: createHash("sha256").update(key).digest() };
}

/** Returns the run request of a schedule. `maxCost` is in nano-USD. Null means the account's default. */
export function createRequest(
  schedule: Pick<ScheduleRow, "agentId" | "version" | "timeoutSeconds"> & { input: InputData },
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

/** The result of trying to start the run of a due time. */
export type Started =
  | { kind: "running"; runId: string }
  /** The schedule was deleted in the meantime. */
  | { kind: "gone" }
  /** The agent's price is above the agreed price. */
  | { kind: "price_rose" }
  /** The rest of the monthly cap cannot pay for the run. */
  | { kind: "over_cap" }
  /** There is no capacity now, because the node is full or the account has too many active runs. */
  | { kind: "no_place"; isNodeFull: boolean; error: AppError }
  | { kind: "refused"; error: AppError };

/** Starts the runs for due times that this node has picked up. */
export class RunStarter {
  readonly #db: Database;
  readonly #runs: ScheduledRuns;
  readonly #agents: ScheduledAgents;
  readonly #inputs: ScheduleInputs;

  constructor(options: {
    db: Database;
    runs: ScheduledRuns;
    agents: ScheduledAgents;
    inputs: ScheduleInputs;
  }) {
    this.#inputs = options.inputs;
    this.#db = options.db;
    this.#runs = options.runs;
    this.#agents = options.agents;
  }

  /** Starts the run of a due time. This is idempotent: another call on any node returns the same run. */
  async start(time: TakenTime): Promise<Started> {
    const found = await findWithCaller(this.#db, time.scheduleId);
    if (!found) return { kind: "gone" };
    const { schedule, caller } = found;
    try {
      if (await this.#hasPriceRisen(schedule)) return { kind: "price_rose" };
      const request = createRequest(this.#inputs.open(schedule), schedule.maxCost);
      const { runId } = await this.#runs.accept(caller, request, createIdempotencyKey(time), {
        budgetLeft: time.maxCost,
      });
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

  /**
   * Returns whether the price is above the agreed price. Returns false if the account owns the agent, because such a
   * run costs only its model calls.
   */
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

  /**
   * Returns whether the only reason for a refusal is that the rest of the monthly cap is below the schedule's cap per
   * run.
   */
  async #isCutTooShort(schedule: ScheduleRow, caller: Caller, error: AppError): Promise<boolean> {
    if (error.errors?.[0]?.field !== "max_cost") return false;
    try {
      await this.#runs.check(caller, createRequest(this.#inputs.open(schedule), schedule.maxCost));
      return true;
    } catch (uncut) {
      if (uncut instanceof AppError) return false;
      throw uncut;
    }
  }
}
