import type { PlanType } from "@stoa/contract";
import type { Tx } from "../db/database.ts";

/** What modules tell one another without knowing one another. Payloads are ids, never rows. */
export interface DomainEvents {
  "account.created": { accountId: string; userId: string };
  /** Its mailbox brings starting credits for the first time. */
  "account.starting_credits_claimed": { accountId: string };
  /** Its owner was suspended by an operator, or restored. */
  "account.suspension_changed": { accountId: string };
  /** Its plan is another one from now on. */
  "account.plan_changed": { accountId: string; plan: PlanType };
  /** `period` is its first day, YYYY-MM-DD. */
  "plan.period_started": { accountId: string; plan: PlanType; period: string };
}

type Listener<Name extends keyof DomainEvents> = (tx: Tx, payload: DomainEvents[Name]) => Promise<void>;

/**
 * Events inside one transaction: what a listener writes stands or falls with what caused it, so that a new
 * account never exists without its credits.
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
