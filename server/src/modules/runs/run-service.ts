import {
  type Estimate,
  type ExecutionResult,
  nanoToUsd,
  type RunRequest,
  type RunStatus,
} from "@stoa/contract";
import type { RunSlot, Supervisor } from "@stoa/runtime/supervisor";
import type { Database } from "../../platform/db/database.ts";
import { AppError, notFound } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Ledger } from "../ledger/index.ts";
import { LiveRun, type LiveRuns, waitAtMost } from "./live/live-run.ts";
import { notifyWhenRunEnds, requestCancel } from "./live/live-store.ts";
import type { RunNode } from "./live/run-node.ts";
import type { RunContents } from "./run-contents.ts";
import type { CreateFileLinks } from "./run-files.ts";
import { presentRun } from "./settle/present.ts";
import { hasEnded, isRunActive, type RunRow, readRun } from "./settle/run-reader.ts";
import { requireSameBody } from "./start/idempotency.ts";
import type { PlaceRequest } from "./start/place-shares.ts";
import {
  type PrepareOptions,
  prepareRun,
  type RunGrants,
  type RunOccasion,
  requireGrants,
  requireModels,
  requireRuntime,
} from "./start/prepare-run.ts";
import { type RunPlaces, toPlaceRequest } from "./start/run-places.ts";
import { getAgentCap, getLarger, getSmaller, type RunTerms } from "./start/run-terms.ts";
import { readSpendingRoom } from "./start/spending-bound.ts";
import {
  createReconnectingError,
  getMinimumHold,
  getNeededHold,
  type StartOptions,
  startRun,
} from "./start/start-run.ts";
import { findKey, type IdempotencyKey, readMedianTokens } from "./start/start-store.ts";
import type { NodeLease } from "./upkeep/node-lease.ts";

export interface RunServiceOptions {
  db: Database;
  contents: RunContents;
  ledger: Ledger;
  live: LiveRuns;
  lease: NodeLease;
  node: RunNode;
  createFileLinks: CreateFileLinks;
  supervisor: Supervisor;
  places: RunPlaces;
  /** How long a request waits for a slot. */
  placePatienceMs: number;
  grants: RunGrants;
  prepare: PrepareOptions;
  start: StartOptions;
}

/** The run that a request started, or that an earlier request with the same idempotency key started. */
export interface Accepted {
  runId: string;
  replayed: boolean;
}

/** The options of a start in addition to the request. */
export interface AcceptOptions
  extends Pick<RunOccasion, "budgetLeft" | "earlier" | "maxOutputTokens" | "sent"> {
  /** How long the start waits for a slot. */
  patienceMs?: number;
}

/**
 * How long a reply waits for the end of a canceled run. A canceled sandbox ends within milliseconds. After this time,
 * the reply says that the run is still active.
 */
const CANCEL_WAIT_MS = 5_000;

const createBusyError = (detail: string) =>
  new AppError(503, "at_capacity", detail, { headers: { "retry-after": "5" } });

/**
 * Returns the error for a run if its node could not record the end within ten seconds. The sweeper ends the run within
 * a minute.
 */
const createUnrecordedError = (runId: string) =>
  new AppError(
    503,
    "at_capacity",
    `The end of the run could not be recorded yet. Get run ${runId} in a minute, or send the request again with the same Idempotency-Key.`,
    { headers: { "retry-after": "60" } },
  );

/** Starts runs and answers requests about them. */
export class RunService {
  readonly #options: RunServiceOptions;
  #draining = false;

  constructor(options: RunServiceOptions) {
    this.#options = options;
  }

  /**
   * Starts a run, or finds the run that an earlier request with the same idempotency key started.
   * @throws AppError 400, 402, 403, 404, 413, 422, 429 or 503. In that case no run starts, and the key is not stored.
   */
  async accept(
    caller: Caller,
    request: RunRequest,
    key: IdempotencyKey | undefined,
    { patienceMs = this.#options.placePatienceMs, ...occasion }: AcceptOptions = {},
  ): Promise<Accepted> {
    const { db, lease, node, supervisor, grants, prepare, start } = this.#options;
    if (key) {
      const known = await findKey(db, caller.accountId, key);
      if (known) return toReplay(known);
    }
    const terms = await prepareRun(prepare, caller, request, occasion);
    requireRuntime(supervisor, terms);
    requireModels(prepare, terms);
    await requireGrants(grants, terms);
    if (lease.epoch === undefined) throw createReconnectingError();
    const slot = await this.#takePlace(toPlaceRequest(terms), patienceMs);
    try {
      const { epoch } = lease;
      if (epoch === undefined) throw createReconnectingError();
      const run = await startRun(start, epoch, terms, key);
      if (!(run instanceof LiveRun)) {
        slot.release();
        return toReplay(run);
      }
      node.carry(run, slot);
      return { runId: run.id, replayed: false };
    } catch (error) {
      slot.release();
      throw error;
    }
  }

  /**
   * Checks the agent, version, input, cap and grants of a run. Does not check models, credits or free slots.
   * @throws AppError 400 for an invalid input or cap, 403 for a missing grant or a suspended agent, 404 for an agent
   * that the caller cannot run, 413 or 429 if the tokens of the input cannot be counted
   */
  async check(caller: Caller, request: RunRequest): Promise<void> {
    const { grants, prepare } = this.#options;
    const terms = await prepareRun(prepare, caller, request);
    getNeededHold(terms);
    await requireGrants(grants, terms);
  }

  /**
   * Waits for the end of a run that this caller has just started here.
   * @throws AppError 503 if the end could not be recorded. The sweeper ends the run later, and its result can be read
   * by its id.
   */
  async getOutcome(caller: Caller, runId: string): Promise<ExecutionResult> {
    const run = this.#options.live.get(runId);
    await run?.done;
    if (run?.row) return this.#present(run.row);
    const result = await this.getResult(caller, runId);
    if (isRunActive(result.status)) throw createUnrecordedError(runId);
    return result;
  }

  /**
   * Notifies the caller of a run once it has completed. Each occasion causes one notification; by default there is one
   * occasion per run.
   */
  async notifyOfEnd(runId: string, occasion = `run_finished:${runId}`): Promise<void> {
    await notifyWhenRunEnds(this.#options.db, runId, occasion);
  }

  /** Returns a run as `getOutcome` does, but waits at most `ms`, so the run may still be active. */
  async waitForResult(caller: Caller, runId: string, ms: number): Promise<ExecutionResult> {
    const run = this.#options.live.get(runId);
    if (run && ms > 0) await waitAtMost(ms, run.done);
    return run?.row ? this.#present(run.row) : this.getResult(caller, runId);
  }

  /** @throws AppError 404 for a run of another account */
  async getRow(caller: Caller, runId: string): Promise<RunRow> {
    const row = await readRun(this.#options, runId, caller.accountId);
    if (!row) throw notFound("Run");
    return row;
  }

  async getResult(caller: Caller, runId: string): Promise<ExecutionResult> {
    return this.#present(await this.getRow(caller, runId));
  }

  async hasEnded(caller: Caller, runId: string): Promise<boolean> {
    return hasEnded(await this.getRow(caller, runId));
  }

  /**
   * Stops a run on whichever node it runs: immediately here, within a second on another node.
   * @throws AppError 404 for a run of another account
   */
  async cancel(caller: Caller, runId: string): Promise<{ run_id: string; status: RunStatus }> {
    const { db, live } = this.#options;
    const status = await requestCancel(db, runId, caller.accountId);
    if (status === undefined) throw notFound("Run");
    const run = live.get(runId);
    if (run) {
      run.stop("cancelled");
      await waitAtMost(CANCEL_WAIT_MS, run.done);
    }
    const row = await this.getRow(caller, runId);
    return { run_id: runId, status: row.status };
  }

  /** Estimates a run: its input tokens, typical cost, initial hold and maximum cost. */
  async estimate(caller: Caller, request: RunRequest): Promise<Estimate> {
    const { db, ledger, prepare } = this.#options;
    const prepared = await prepareRun(prepare, caller, request);
    const { agent, inputTokens, hold } = prepared;
    const agentMaxCost = getAgentCap(agent, {
      callerAccountId: caller.accountId,
      ownRunCap: prepare.bounds.ownRunCap,
    });
    const room = await readSpendingRoom(db, caller.accountId);
    const terms: RunTerms =
      room !== undefined && room < prepared.cap
        ? { ...prepared, cap: room, capSetBy: "spending_limit" }
        : prepared;
    const { balance, held, claimable } = await ledger.readBalance(db, caller.accountId);
    const free = getLarger(balance - held + claimable, 0n);
    const needed = getMinimumHold(terms, inputTokens);
    const median = terms.pays === "tokens" ? await readMedianTokens(db, agent.agentId) : null;
    return {
      input_tokens: inputTokens,
      typical_cost:
        median === null ? null : nanoToUsd(getSmaller(terms.pricePerToken * BigInt(median), terms.cap)),
      hold: nanoToUsd(getSmaller(getLarger(getSmaller(hold, terms.cap), needed), free)),
      max_cost: nanoToUsd(terms.cap),
      max_cost_set_by: terms.capSetBy,
      agent_max_cost: nanoToUsd(agentMaxCost),
      affordable:
        free >= needed &&
        !(room === 0n && prepared.cap > 0n) &&
        (terms.pricePerToken === 0n || terms.cap >= needed),
    };
  }

  get isDraining(): boolean {
    return this.#draining;
  }

  /** Stops starting runs on this node. Replays and reads are still answered. */
  startDraining(): void {
    this.#draining = true;
  }

  #present(row: RunRow): ExecutionResult {
    return presentRun(row, this.#options.createFileLinks);
  }

  async #takePlace(request: PlaceRequest, patienceMs: number): Promise<RunSlot> {
    const slot = this.#draining ? undefined : await this.#options.places.take(request, patienceMs);
    if (slot && !this.#draining) return slot;
    // Stopped runs release their slots. A request that waited for a slot must not start another run on a server that is
    // stopping.
    slot?.release();
    throw createBusyError(
      this.#draining
        ? "This server is restarting. Please try again"
        : "This server is busy. Please try again in a moment",
    );
  }
}

function toReplay(known: { runId: string; sameBody: boolean }): Accepted {
  requireSameBody(known);
  return { runId: known.runId, replayed: true };
}
