import { recordInAuditLog } from "../../platform/audit/audit-log.ts";
import type { Database } from "../../platform/db/database.ts";
import type { EventBus } from "../../platform/events/event-bus.ts";
import { listOwnedAccounts, lockPerson, setOperator, setSuspension } from "./moderation-store.ts";

/** The result of an operator's action. `changed` is false if nothing had to change. */
interface PersonChange {
  username: string;
  changed: boolean;
}

/** Suspends people and grants roles. Each action is written to the audit log in the same transaction. */
export class UserModeration {
  readonly #db: Database;
  readonly #events: EventBus;

  constructor(db: Database, events: EventBus) {
    this.#db = db;
    this.#events = events;
  }

  /**
   * Suspends a person. They cannot sign in, and their sessions and keys stop working on every node within five seconds.
   * Their agents are neither listed nor run, and their active runs are stopped. Their balance is kept. The person sees
   * `reason`. Returns `undefined` if nobody has this name.
   */
  suspend(username: string, actor: string, reason: string): Promise<PersonChange | undefined> {
    return this.#setSuspension(username, { actor, action: "user.suspend", reason }, reason);
  }

  /** Restores a suspended person. Their sessions and keys work again. */
  restore(username: string, actor: string, reason?: string): Promise<PersonChange | undefined> {
    return this.#setSuspension(username, { actor, action: "user.restore", ...toReason(reason) }, null);
  }

  /** Grants or removes the operator role. */
  setOperator(username: string, isOperator: boolean, actor: string): Promise<PersonChange | undefined> {
    return this.#db.transaction().execute(async (tx) => {
      const person = await lockPerson(tx, username);
      if (!person) return undefined;
      if (person.isOperator === isOperator) return { username: person.username, changed: false };
      await setOperator(tx, person.userId, isOperator);
      await recordInAuditLog(tx, {
        actor,
        action: isOperator ? "user.grant_role" : "user.revoke_role",
        subject: person.userId,
        before: { operator: person.isOperator },
        after: { operator: isOperator },
      });
      return { username: person.username, changed: true };
    });
  }

  #setSuspension(
    username: string,
    act: { actor: string; action: string; reason?: string },
    suspendFor: string | null,
  ): Promise<PersonChange | undefined> {
    return this.#db.transaction().execute(async (tx) => {
      const person = await lockPerson(tx, username);
      if (!person) return undefined;
      const { userId, suspensionReason } = person;
      if ((suspensionReason === null) === (suspendFor === null))
        return { username: person.username, changed: false };
      await setSuspension(tx, userId, suspendFor);
      for (const accountId of await listOwnedAccounts(tx, userId))
        await this.#events.emit(tx, "account.suspension_changed", { accountId });
      await recordInAuditLog(tx, {
        ...act,
        subject: userId,
        before: { suspended_for: suspensionReason },
        after: { suspended_for: suspendFor },
      });
      return { username: person.username, changed: true };
    });
  }
}

const toReason = (reason: string | undefined) => (reason === undefined ? {} : { reason });
