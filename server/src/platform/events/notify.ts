import type { NotificationFacts, NotificationKind } from "@stoa/contract";
import type { Queryable } from "../db/database.ts";

/** A notification for the people of an account. */
export type Notice = {
  [Kind in NotificationKind]: {
    accountId: string;
    kind: Kind;
    facts: NotificationFacts[Kind];
    /**
     * Identifies the event by its ids, such as `version:ver_...`. The people are notified once per
     * occasion, however often the notice is sent.
     */
    occasion: string;
    /** The user who caused the event, if the text names one. */
    actorId?: string;
  };
}[NotificationKind];

/**
 * Notifies the people of an account in the transaction of the event, so that both are committed or neither is.
 * `context.ts` implements it.
 */
export type Notify = (tx: Queryable, notice: Notice) => Promise<void>;
