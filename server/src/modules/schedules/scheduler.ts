import { PAUSE_TEXTS, SCHEDULE_LIMITS, SCHEDULE_TEXTS } from "@stoa/contract";
import type { FastifyBaseLogger } from "fastify";
import type { Database, Tx } from "../../platform/db/database.ts";
import { findSchedulesWithoutKey, lockFirst, lockFree, postpone, putBack } from "./due-store.ts";
import type { Outcomes } from "./outcomes.ts";
import type { RunStarter, Started } from "./run-starter.ts";
import { getSpentInMonth, type ScheduleRow } from "./schedule-row.ts";
import { takeOverLost } from "./take-over.ts";
import { type TakenUp, takeUp } from "./take-up.ts";
import {
  endUnstarted,
  findSchedulesWithEndedRuns,
  findStillOpen,
  giveBack,
  removeOldTimes,
  type TakenTime,
} from "./time-store.ts";

export interface SchedulerOptions {
  db: Database;
  clock: () => Promise<Date>;
  outcomes: Outcomes;
  starter: RunStarter;
  /** The number of scheduled runs that this node executes at a time. */
  places: number;
  log: Pick<FastifyBaseLogger, "error">;
}

/**
 * The pause before a start that failed for lack of capacity is retried. Runs end within minutes, so a full node or
 * account soon has capacity again.
 */
const NO_PLACE_MS = 5_000;
const HISTORY_MS = SCHEDULE_LIMITS.historyDays * 86_400_000;
/** The interval at which a schedule is retried after an internal error, until its due time is too old. */
const PASSED_OVER_MS = 60_000;
/** The maximum number of schedules that one pass handles. The rest follows in the next pass, seconds later. */
const AT_ONCE = 200;

/**
 * Starts the runs of due schedules. Each node has one scheduler, and the first node to reach a due time picks it up.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  #mine: string[] = [];

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  /** Performs one pass: records ended runs, takes over due times of lost nodes, and starts the runs that are due. */
  async runOnce(): Promise<void> {
    const now = await this.#options.clock();
    await this.#closeEnded(now);
    await this.#takeOverLost(now);
    await this.#startDue(now);
  }

  /** Pauses schedules whose key is no longer valid, without waiting for their next time. Also deletes old history. */
  async tend(): Promise<void> {
    const { db, clock, outcomes } = this.#options;
    const now = await clock();
    for (const id of await findSchedulesWithoutKey(db, now, AT_ONCE))
      await this.#locked(lockFree, id, async (tx, schedule) => {
        await outcomes.pause(tx, schedule, "key_gone", now);
      });
    await removeOldTimes(db, new Date(now.getTime() - HISTORY_MS));
  }

  async #closeEnded(now: Date): Promise<void> {
    const { db, outcomes, log } = this.#options;
    for (const id of await findSchedulesWithEndedRuns(db, AT_ONCE))
      await this.#locked(lockFree, id, async (tx, schedule) => {
        await outcomes.close(tx, schedule, now);
      }).catch((err: unknown) =>
        log.error({ err, schedule: id }, "failed to record the end of a scheduled run"),
      );
  }

  async #takeOverLost(now: Date): Promise<void> {
    const { db, outcomes } = this.#options;
    for (;;) {
      const lost = await takeOverLost(db, outcomes, now);
      if (!lost) return;
      if (lost.state === "running") this.#mine.push(lost.time.id);
      else if (lost.state === "to_start") await this.#start(lost.time, undefined, now);
    }
  }

  async #startDue(now: Date): Promise<void> {
    const { db, outcomes, places } = this.#options;
    this.#mine = this.#mine.length === 0 ? [] : await findStillOpen(db, this.#mine);
    while (this.#mine.length < places) {
      const due = await takeUp(db, outcomes, now, (id, err) => this.#skipSchedule(id, err, now));
      if (!due) return;
      if (!due.taken) continue;
      const started = await this.#start(due.taken, due, now);
      if (started?.kind === "no_place" && started.isNodeFull) return;
    }
  }

  /** Postpones a schedule that cannot be read, so that it does not block the others. */
  async #skipSchedule(id: string, err: unknown, now: Date): Promise<void> {
    this.#options.log.error({ err, schedule: id }, "failed to process a schedule");
    await postpone(this.#options.db, id, new Date(now.getTime() + PASSED_OVER_MS));
  }

  /**
   * Starts the run of a due time that was picked up or taken over. After an internal error, the time stays as it is,
   * and a node takes it over a minute later. If there is no capacity, the same happens to a time that was taken over. A
   * time that was picked up in this pass (`due`) is put back instead.
   */
  async #start(time: TakenTime, due: TakenUp | undefined, now: Date): Promise<Started | undefined> {
    try {
      const started = await this.#options.starter.start(time);
      if (started.kind === "running") this.#mine.push(time.id);
      else if (started.kind === "no_place") await this.#giveBack(time, due, now);
      else await this.#recordNotStarted(time, started, now);
      return started;
    } catch (err) {
      this.#options.log.error({ err, schedule: time.scheduleId }, "failed to start a scheduled run");
      return undefined;
    }
  }

  async #giveBack(time: TakenTime, due: TakenUp | undefined, now: Date): Promise<void> {
    if (!due) return;
    const notBefore = new Date(now.getTime() + NO_PLACE_MS);
    await this.#locked(lockFirst, time.scheduleId, async (tx) => {
      if (!(await giveBack(tx, time.id))) return;
      await putBack(tx, time.scheduleId, { dueAt: time.dueAt, replacedDueAt: due.nextDueAt, notBefore });
    });
  }

  async #recordNotStarted(
    time: TakenTime,
    started: Exclude<Started, { kind: "running" | "no_place" }>,
    now: Date,
  ): Promise<void> {
    const { outcomes } = this.#options;
    await this.#locked(lockFirst, time.scheduleId, async (tx, schedule) => {
      const end = (state: "not_started" | "skipped", reason: string) =>
        endUnstarted(tx, time.id, { state, reason }, now);
      if (started.kind === "price_rose") {
        if (await end("skipped", PAUSE_TEXTS.price_rise))
          await outcomes.pause(tx, schedule, "price_rise", now);
      } else if (started.kind === "over_cap") {
        const words = SCHEDULE_TEXTS.capReached(schedule.monthlyCap, getSpentInMonth(schedule, now));
        if (await end("skipped", words)) await outcomes.reachCap(tx, schedule, now);
      } else if (started.kind === "refused") {
        if ((await end("not_started", started.error.message)) && !time.isManual)
          await outcomes.fail(tx, schedule, now);
      }
    });
  }

  /**
   * Runs `work` under the schedule's lock. Does nothing if the schedule was deleted, or if `lock` does not wait and
   * another node has the lock.
   */
  async #locked(
    lock: typeof lockFree,
    id: string,
    work: (tx: Tx, schedule: ScheduleRow) => Promise<void>,
  ): Promise<void> {
    await this.#options.db.transaction().execute(async (tx) => {
      const schedule = await lock(tx, id);
      if (schedule) await work(tx, schedule);
    });
  }
}
