import { SCHEDULE_LIMITS, type SchedulePause } from "@stoa/contract";
import type { Tx } from "../../platform/db/database.ts";
import type { Notify } from "../../platform/events/notify.ts";
import { addSpending, clearFailures, countFailure, writeCapReached } from "./due-store.ts";
import { formatMonth, getNextMonth, getSpentInMonth, type ScheduleRow } from "./schedule-row.ts";
import { writePause } from "./schedule-store.ts";
import { getFirstTime } from "./terms.ts";
import { endRunning, findOpen } from "./time-store.ts";

/**
 * Applies the outcomes of due times to their schedule. Every method requires that the caller has locked the schedule.
 */
export class Outcomes {
  readonly #notify: Notify;

  constructor(notify: Notify) {
    this.#notify = notify;
  }

  /**
   * Records the end of the schedule's run if the run has ended.
   * @returns the updated schedule, and whether it still has an active run.
   */
  async close<Row extends ScheduleRow>(
    tx: Tx,
    schedule: Row,
    now: Date,
  ): Promise<{ schedule: Row; isBusy: boolean }> {
    const open = await findOpen(tx, schedule.id);
    if (!open?.ended) return { schedule, isBusy: open !== undefined };
    const { id, month, isManual, ended } = open;
    await endRunning(tx, id, ended, now);
    await addSpending(tx, schedule.id, month, ended.cost);
    const closed =
      month < schedule.spentMonth
        ? schedule
        : {
            ...schedule,
            spentMonth: month,
            spent: ended.cost + (month === schedule.spentMonth ? schedule.spent : 0n),
          };
    if (ended.status === "completed") await clearFailures(tx, closed.id);
    else if (ended.status !== "cancelled" && !isManual)
      return { schedule: await this.fail(tx, closed, now), isBusy: false };
    if (getSpentInMonth(closed, now) >= closed.monthlyCap)
      return { schedule: await this.reachCap(tx, closed, now), isBusy: false };
    return { schedule: closed, isBusy: false };
  }

  /** Counts a failure. Too many consecutive failures pause the schedule. */
  async fail<Row extends ScheduleRow>(tx: Tx, schedule: Row, now: Date): Promise<Row> {
    const failures = await countFailure(tx, schedule.id);
    return failures < SCHEDULE_LIMITS.failuresInARow ? schedule : this.pause(tx, schedule, "failures", now);
  }

  /** Pauses a schedule until its owner resumes it, and notifies the owner. */
  async pause<Row extends ScheduleRow>(
    tx: Tx,
    schedule: Row,
    because: Exclude<SchedulePause, "owner" | "cap_reached">,
    now: Date,
  ): Promise<Row> {
    if (schedule.pausedBecause !== null) return schedule;
    await writePause(tx, schedule.id, because, now);
    await this.#notifyOwner(tx, schedule, because, now.toISOString());
    return { ...schedule, pausedBecause: because };
  }

  /** Stops a schedule until the next month, and notifies its owner once per month and cap. */
  async reachCap<Row extends ScheduleRow>(tx: Tx, schedule: Row, now: Date): Promise<Row> {
    if (schedule.pausedBecause !== null) return schedule;
    const nextDueAt = getFirstTime(schedule, new Date(getNextMonth(now).getTime() - 1));
    await writeCapReached(tx, schedule.id, { nextDueAt, now });
    const month = formatMonth(now);
    await this.#notifyOwner(tx, schedule, "cap_reached", `${month}:${schedule.monthlyCap}`);
    return { ...schedule, nextDueAt, capReachedIn: month };
  }

  async #notifyOwner(tx: Tx, schedule: ScheduleRow, because: SchedulePause, when: string): Promise<void> {
    await this.#notify(tx, {
      accountId: schedule.accountId,
      kind: "schedule_paused",
      facts: { schedule_name: schedule.name, agent_id: schedule.agentId, because },
      occasion: `schedule:${schedule.id}:${because}:${when}`,
    });
  }
}
