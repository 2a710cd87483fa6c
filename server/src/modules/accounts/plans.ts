import { PLANS, type PlanType } from "@stoa/contract";
import { recordInAuditLog } from "../../platform/audit/audit-log.ts";
import type { Database, Queryable } from "../../platform/db/database.ts";
import type { EventBus } from "../../platform/events/event-bus.ts";
import { lockAccount } from "./api-key-store.ts";
import { findByUsername, readPlanType } from "./identity-store.ts";
import { lockPerson } from "./moderation-store.ts";
import { changePlan, markStartedPeriods } from "./plan-store.ts";
import { toPlanType } from "./present.ts";

const MONTHLY = Object.values(PLANS)
  .filter((plan) => plan.credits.cadence === "monthly")
  .map((plan) => plan.type);

/**
 * Returns an account's current plan, which determines the upload limit and the developer's share.
 */
export async function readPlan(db: Queryable, accountId: string): Promise<PlanType> {
  return toPlanType((await readPlanType(db, accountId)) ?? "free");
}

/** Changes plans, and starts the periods that grant a plan's credits (docs/product-rules.md#plan-changes). */
export class Plans {
  readonly #db: Database;
  readonly #events: EventBus;

  constructor(db: Database, events: EventBus) {
    this.#db = db;
    this.#events = events;
  }

  /**
   * Sets the plan of a user, for an operator on the command line. Returns false if there is no such user, or if they
   * have deleted their account.
   */
  async setPlan(username: string, plan: PlanType, actor: string): Promise<boolean> {
    const changed = await this.#db.transaction().execute(async (tx) => {
      const owner = await findByUsername(tx, username);
      if (!owner) return false;
      /** Locks the account before the person, in the same order as account deletion, so that the two never deadlock. */
      await lockAccount(tx, owner.accountId);
      const person = await lockPerson(tx, username);
      if (person?.userId !== owner.userId) return false;
      const before = await changePlan(tx, owner.accountId, plan);
      await recordInAuditLog(tx, {
        actor,
        action: "account.set_plan",
        subject: owner.accountId,
        before: { plan: before },
        after: { plan },
      });
      await this.#events.emit(tx, "account.plan_changed", { accountId: owner.accountId, plan });
      return true;
    });
    if (changed) await this.startPeriods();
    return changed;
  }

  /** Announces each period that has begun exactly once. Its credits are granted in the same transaction. */
  async startPeriods(): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      for (const period of await markStartedPeriods(tx, MONTHLY))
        await this.#events.emit(tx, "plan.period_started", {
          accountId: period.accountId,
          plan: toPlanType(period.planType),
          period: period.startsOn,
        });
    });
  }
}
