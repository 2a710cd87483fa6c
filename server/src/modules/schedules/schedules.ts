import {
  type CreateScheduleRequest,
  SCHEDULE_LIMITS,
  SCHEDULE_TEXTS,
  type Schedule,
  type ScheduleHistory,
  type ScheduleList,
  type UpdateScheduleRequest,
} from "@stoa/contract";
import type { Database, Tx } from "../../platform/db/database.ts";
import { generateId } from "../../platform/db/new-id.ts";
import { AppError, notFound } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { ScheduleInputs } from "./inputs.ts";
import { presentSchedule, presentTime } from "./present.ts";
import { createRequest, type ScheduledAgents, type ScheduledRuns } from "./run-starter.ts";
import type { ScheduleRow } from "./schedule-row.ts";
import {
  countSchedules,
  deleteSchedule,
  findSchedule,
  insertSchedule,
  listSchedules,
  lockAccount,
  lockSchedule,
  type Owner,
  writePause,
  writeResumption,
  writeTerms,
} from "./schedule-store.ts";
import { createTerms, getFirstTime, mergeTerms } from "./terms.ts";
import { listTimes } from "./time-store.ts";

export interface SchedulesOptions {
  db: Database;
  clock: () => Promise<Date>;
  runs: Pick<ScheduledRuns, "check">;
  agents: ScheduledAgents;
  inputs: ScheduleInputs;
}

interface Page {
  limit: number;
  cursor?: string | undefined;
}

/**
 * Manages the schedules of accounts. A key sees only the schedules that it created. A session sees all schedules of the
 * account.
 */
export class Schedules {
  readonly #options: SchedulesOptions;

  constructor(options: SchedulesOptions) {
    this.#options = options;
  }

  async list(caller: Caller, { limit, cursor }: Page): Promise<ScheduleList> {
    const { db, clock, inputs } = this.#options;
    const now = await clock();
    const rows = await listSchedules(db, toOwner(caller), { limit: limit + 1, cursor, now });
    const schedules = rows.slice(0, limit).map((row) => presentSchedule(inputs.open(row), now));
    return { schedules, next_cursor: rows.length > limit ? (schedules.at(-1)?.id ?? null) : null };
  }

  /** @throws AppError 404 if the schedule does not exist. */
  async get(caller: Caller, id: string): Promise<Schedule> {
    return this.#present(caller, id, await this.#options.clock());
  }

  /**
   * @throws AppError 400 for invalid terms, 403 if the schedule limit is reached or a grant is missing, 404 if the
   * agent is not available.
   */
  async create(caller: Caller, asked: CreateScheduleRequest): Promise<Schedule> {
    const { db, clock, inputs } = this.#options;
    const now = await clock();
    const { input, ...terms } = createTerms(asked, now);
    const agentId = asked.agent_id;
    await this.#options.runs.check(caller, createRequest({ ...terms, input, agentId }, terms.maxCost));
    const agreedPrice = await this.#getPrice(caller, { agentId, version: terms.version });
    const { accountId, userId } = caller;
    const id = await db.transaction().execute(async (tx) => {
      await lockAccount(tx, accountId);
      if ((await countSchedules(tx, accountId)) >= SCHEDULE_LIMITS.perAccount)
        throw new AppError(403, "schedule_limit_reached", SCHEDULE_TEXTS.tooMany);
      const apiKeyId = caller.keyId ?? null;
      const scheduleId = await generateId(tx, "sch");
      const sealedInput = inputs.seal(input, { id: scheduleId, accountId });
      const owner = { accountId, userId, apiKeyId };
      await insertSchedule(
        tx,
        { ...terms, ...owner, id: scheduleId, sealedInput, agentId, agreedPrice },
        now,
      );
      return scheduleId;
    });
    return this.#present(caller, id, now);
  }

  /**
   * Changes only the given fields.
   * @throws AppError 404 if the schedule does not exist, and 400, 403 and 404 as `create`.
   */
  async update(caller: Caller, id: string, asked: UpdateScheduleRequest): Promise<Schedule> {
    const now = await this.#options.clock();
    const known = await findSchedule(this.#options.db, toOwner(caller), id, now);
    if (!known) throw notFound("Schedule");
    const { inputs } = this.#options;
    const wanted = mergeTerms(inputs.open(known), asked, now);
    if (asked.input_data !== undefined || asked.version !== undefined || asked.max_cost !== undefined)
      await this.#options.runs.check(
        caller,
        createRequest({ ...wanted, agentId: known.agentId }, wanted.maxCost),
      );
    return this.#withLockedSchedule(caller, id, now, async (tx, schedule) => {
      const { input, ...terms } = mergeTerms(inputs.open(schedule), asked, now);
      await writeTerms(tx, id, { ...terms, sealedInput: inputs.seal(input, schedule) }, now);
    });
  }

  /** @throws AppError 404 if the schedule does not exist. */
  async remove(caller: Caller, id: string): Promise<void> {
    if (!(await deleteSchedule(this.#options.db, toOwner(caller), id))) throw notFound("Schedule");
  }

  /** @throws AppError 404 if the schedule does not exist. */
  async pause(caller: Caller, id: string): Promise<Schedule> {
    const now = await this.#options.clock();
    return this.#withLockedSchedule(caller, id, now, (tx) => writePause(tx, id, "owner", now));
  }

  /**
   * Resumes a schedule with its next time. Times that passed while it was paused do not run. The agent's current price
   * becomes the agreed price.
   * @throws AppError 403 and 404 as `create`, 409 if the schedule has ended.
   */
  async resume(caller: Caller, id: string): Promise<Schedule> {
    const now = await this.#options.clock();
    const known = await findSchedule(this.#options.db, toOwner(caller), id, now);
    if (!known) throw notFound("Schedule");
    await this.#options.runs.check(caller, createRequest(this.#options.inputs.open(known), known.maxCost));
    const agreedPrice = await this.#getPrice(caller, known);
    return this.#withLockedSchedule(caller, id, now, async (tx, schedule) => {
      const nextDueAt = getFirstTime(schedule, now);
      if (nextDueAt === null) throw new AppError(409, "conflict", SCHEDULE_TEXTS.nothingToResume);
      const apiKeyId = schedule.isKeyGone ? null : schedule.apiKeyId;
      await writeResumption(tx, id, { agreedPrice, nextDueAt, apiKeyId }, now);
    });
  }

  /** Returns the history of a schedule's due times. @throws AppError 404 if the schedule does not exist. */
  async history(caller: Caller, id: string, { limit, cursor }: Page): Promise<ScheduleHistory> {
    const now = await this.#options.clock();
    if (!(await findSchedule(this.#options.db, toOwner(caller), id, now))) throw notFound("Schedule");
    const rows = await listTimes(this.#options.db, id, { limit: limit + 1, cursor });
    const times = rows.slice(0, limit).map(presentTime);
    return { times, next_cursor: rows.length > limit ? (times.at(-1)?.id ?? null) : null };
  }

  async #getPrice(
    { accountId }: Caller,
    { agentId, version }: Pick<ScheduleRow, "agentId" | "version">,
  ): Promise<bigint> {
    const agent = await this.#options.agents.find(agentId, {
      callerAccountId: accountId,
      ...(version !== null && { version }),
    });
    if (!agent) throw notFound("Agent");
    return agent.pricePerToken;
  }

  async #withLockedSchedule(
    caller: Caller,
    id: string,
    now: Date,
    work: (tx: Tx, schedule: ScheduleRow & { isKeyGone: boolean }) => Promise<void>,
  ): Promise<Schedule> {
    await this.#options.db.transaction().execute(async (tx) => {
      const schedule = await lockSchedule(tx, toOwner(caller), id, now);
      if (!schedule) throw notFound("Schedule");
      await work(tx, schedule);
    });
    return this.#present(caller, id, now);
  }

  async #present(caller: Caller, id: string, now: Date): Promise<Schedule> {
    const row = await findSchedule(this.#options.db, toOwner(caller), id, now);
    if (!row) throw notFound("Schedule");
    return presentSchedule(this.#options.inputs.open(row), now);
  }
}

/** Returns the owner whose schedules a caller may see and change. */
export function toOwner({ accountId, keyId }: Caller): Owner {
  return { accountId, keyId };
}
