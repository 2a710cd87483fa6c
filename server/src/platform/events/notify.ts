import type { NotificationFacts, NotificationKind } from "@stoa/contract";
import type { Queryable } from "../db/database.ts";

/** What the people of an account are told. */
export type Notice = {
  [Kind in NotificationKind]: {
    accountId: string;
    kind: Kind;
    facts: NotificationFacts[Kind];
    /** What happened, by its own ids, such as `version:ver_...`: told once, however often this is called. */
    occasion: string;
    /** The user who brought it about, where the words name one. */
    actorId?: string;
  };
}[NotificationKind];

/**
 * Tells the people of an account. In the transaction of what it tells of, so that both happen or neither.
 * Handed in by `context.ts`.
 */
export type Notify = (tx: Queryable, notice: Notice) => Promise<void>;
