import { randomUUID } from "node:crypto";
import { type Notification, NotificationList } from "@stoa/contract";
import { type Client, parseAnswer } from "../../../../tests/harness/client.ts";
import type { Database, Queryable } from "../../platform/db/database.ts";
import { findAccountId } from "../catalog/catalog.fixture.ts";
import { eachEvent, type ReadEvent } from "../runs/live/event-reader.fixture.ts";
import { insertNotice } from "./notification-store.ts";

/** Registers a person. Returns the person with their account. */
export async function registerPerson(client: Client, db: Database) {
  const { token, username } = await client.register();
  const accountId = await findAccountId(db, username);
  const { user_id: userId } = await db
    .selectFrom("memberships")
    .select("user_id")
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return { token, username, accountId, userId };
}

/** Notifies an account that an agent with this name was listed. */
export function tell(db: Queryable, accountId: string, agent_name = "Echo"): Promise<void> {
  const facts = { agent_id: 7, agent_name, version: 1 };
  return insertNotice(db, { accountId, kind: "agent_listed", facts, occasion: `version:${randomUUID()}` });
}

/** Lists all notifications of a person, newest first, over HTTP. */
export async function listNotifications(client: Client, token: string): Promise<Notification[]> {
  return parseAnswer(NotificationList, await client.get("/api/v1/notifications?limit=100", { token }))
    .notifications;
}

/** Opens a stream of notifications. */
export async function openStream(url: string, token: string, after?: string) {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/v1/notifications/events`, {
    headers: {
      authorization: `Bearer ${token}`,
      accept: "text/event-stream",
      ...(after !== undefined && { "last-event-id": after }),
    },
    signal: leaving.signal,
  });
  const events = eachEvent(response);
  const next = async (): Promise<ReadEvent> => {
    const { done, value } = await events.next();
    if (done) throw new Error("the stream has ended");
    return value;
  };
  return { response, next, leave: () => leaving.abort() };
}
