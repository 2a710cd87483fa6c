import type { PlanType } from "@stoa/contract";
import type { Tx } from "../db/database.ts";

/** The events with which modules inform each other without depending on each other. Payloads are ids, never rows. */
export interface DomainEvents {
  "account.created": { accountId: string; userId: string };
  /** A mailbox is used for the first time to claim starting credits. */
  "account.starting_credits_claimed": { accountId: string };
  /** An operator suspended or restored the account's owner. */
  "account.suspension_changed": { accountId: string };
  /** The account has a new plan. */
  "account.plan_changed": { accountId: string; plan: PlanType };
  /** `period` is the first day of the period, YYYY-MM-DD. */
  "plan.period_started": { accountId: string; plan: PlanType; period: string };
}

type Listener<Name extends keyof DomainEvents> = (tx: Tx, payload: DomainEvents[Name]) => Promise<void>;

/**
 * Delivers events within one transaction: the writes of a listener are committed or rolled back together with their
 * cause, so that a new account never exists without its credits.
 */
export class EventBus {
  readonly #listeners: { [Name in keyof DomainEvents]: Listener<Name>[] } = {
    "account.created": [],
    "account.starting_credits_claimed": [],
    "account.suspension_changed": [],
    "account.plan_changed": [],
    "plan.period_started": [],
  };

  on<Name extends keyof DomainEvents>(name: Name, listener: Listener<Name>): void {
    this.#listeners[name].push(listener);
  }

  async emit<Name extends keyof DomainEvents>(
    tx: Tx,
    name: Name,
    payload: DomainEvents[Name],
  ): Promise<void> {
    for (const listener of this.#listeners[name]) await listener(tx, payload);
  }
}
