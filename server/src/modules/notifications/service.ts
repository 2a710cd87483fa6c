import {
  describeNotification,
  type Notification,
  type NotificationKind,
  type NotificationList,
  type NotificationQuery,
  type NotificationSettings,
  type NotificationStreamEvent,
  type NotificationTopic,
  TOPIC_OF_NOTIFICATION,
} from "@stoa/contract";
import type * as z from "zod";
import type { Database } from "../../platform/db/database.ts";
import { AppError, notFound } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { Followers } from "./followers.ts";
import {
  countUnread,
  isPosition,
  listNotifications,
  markAllRead,
  markRead,
  type NotificationRow,
  readNewNotifications,
  readSettings,
  writeSettings,
} from "./notification-store.ts";

/**
 * The number of streams that a person can have on one node. It is enough for all tabs and devices. A program that opens
 * more has a bug.
 */
const STREAMS_PER_PERSON = 20;
/**
 * The time after which a stream ends, so that a person who has signed out or is suspended receives nothing more. Other
 * clients reconnect with their Last-Event-ID.
 */
const STREAM_MS = 15 * 60_000;
/**
 * The maximum length of a position. A snapshot stays far below this length, even if every possible connection has an
 * active transaction.
 */
const POSITION_MAX_CHARS = 8_000;

/** Returns a service's display name, or its short name if it is no longer offered. */
export type ServiceTitle = (name: string) => string;

type EventName = keyof typeof NotificationStreamEvent;
export type FollowedNotification = {
  [Name in EventName]: { id?: string; event: Name; data: z.input<(typeof NotificationStreamEvent)[Name]> };
}[EventName];

/** Lists, marks and streams a person's notifications. */
export class Notifications {
  readonly followers = new Followers();
  readonly #db: Database;
  readonly #serviceTitle: ServiceTitle;
  #isClosing = false;

  constructor(db: Database, serviceTitle: ServiceTitle) {
    this.#db = db;
    this.#serviceTitle = serviceTitle;
  }

  async list({ userId }: Caller, query: NotificationQuery): Promise<NotificationList> {
    const { limit, offset, cursor, topic } = query;
    const [rows, unread] = await Promise.all([
      listNotifications(this.#db, userId, {
        limit: limit + 1,
        offset,
        cursor,
        unreadOnly: query.unread === "true",
        kinds: topic && getKinds(topic),
      }),
      countUnread(this.#db, userId),
    ]);
    const shown = rows.slice(0, limit);
    return {
      notifications: shown.map((row) => presentNotification(row, this.#serviceTitle)),
      unread,
      next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  }

  /** Marks a notification as read. Throws AppError 404 if the person has no such notification. */
  async read({ userId }: Caller, id: string): Promise<Notification> {
    const row = await markRead(this.#db, userId, id);
    if (!row) throw notFound("Notification");
    return presentNotification(row, this.#serviceTitle);
  }

  getSettings({ userId }: Caller): Promise<NotificationSettings> {
    return readSettings(this.#db, userId);
  }

  changeSettings({ userId }: Caller, settings: NotificationSettings): Promise<NotificationSettings> {
    return writeSettings(this.#db, userId, settings);
  }

  async readAll({ userId }: Caller): Promise<void> {
    await markAllRead(this.#db, userId);
  }

  /** Throws AppError 429 if the person has too many streams, and 503 while this node stops. */
  refuseStream({ userId }: Caller): void {
    if (this.#isClosing)
      throw new AppError(503, "at_capacity", "This server is restarting. Please try again", {
        headers: { "retry-after": "2" },
      });
    if (this.followers.count(userId) >= STREAMS_PER_PERSON)
      throw new AppError(429, "rate_limited", "Too many open notification streams. Close one first", {
        headers: { "retry-after": "60" },
      });
  }

  /**
   * Yields the notifications since `after`, a position that an earlier stream sent, and then each new notification as
   * it arrives. Without `after`, yields only new notifications.
   */
  async *follow(
    { userId }: Caller,
    after: string | undefined,
    gone: AbortSignal,
  ): AsyncGenerator<FollowedNotification> {
    const follower = this.followers.add(userId);
    const end = () => follower.end();
    const lifetime = setTimeout(end, STREAM_MS);
    gone.addEventListener("abort", end, { once: true });
    try {
      let position = await this.#findPosition(after);
      let told: number | undefined;
      do {
        const news = await readNewNotifications(this.#db, userId, position);
        for (const row of news.notifications)
          yield { event: "notification", data: presentNotification(row, this.#serviceTitle) };
        if (news.notifications.length > 0 || news.unread !== told)
          yield { id: news.position, event: "unread", data: { unread: news.unread } };
        position = news.position;
        told = news.unread;
      } while (await follower.waitForWake());
    } finally {
      clearTimeout(lifetime);
      this.followers.remove(userId, follower);
    }
  }

  /** Ends all streams and refuses new ones. */
  close(): void {
    this.#isClosing = true;
    this.followers.endAll();
  }

  async #findPosition(eventId: string | undefined): Promise<string | undefined> {
    if (eventId === undefined || eventId.length > POSITION_MAX_CHARS) return undefined;
    return (await isPosition(this.#db, eventId)) ? eventId : undefined;
  }
}

/** Converts a notification to its API form. */
function presentNotification(row: NotificationRow, serviceTitle: ServiceTitle): Notification {
  const { facts } = row;
  return {
    id: row.id,
    ...toTexts(row, serviceTitle),
    created_at: row.createdAt.toISOString(),
    is_read: row.readAt !== null,
    kind: row.kind,
    agent_id: "agent_id" in facts && facts.agent_id !== undefined ? facts.agent_id : null,
    run_id: "run_id" in facts ? facts.run_id : null,
  };
}

function toTexts(row: NotificationRow, serviceTitle: ServiceTitle) {
  if (row.kind !== "connector_quota") return describeNotification(row.kind, row.facts, row.actor);
  return describeNotification(
    row.kind,
    { ...row.facts, service: serviceTitle(row.facts.service) },
    row.actor,
  );
}

function isKind(name: string): name is NotificationKind {
  return Object.hasOwn(TOPIC_OF_NOTIFICATION, name);
}

/** Lists the kinds of notifications that belong to a topic. */
function getKinds(topic: NotificationTopic): NotificationKind[] {
  return Object.keys(TOPIC_OF_NOTIFICATION)
    .filter(isKind)
    .filter((kind) => TOPIC_OF_NOTIFICATION[kind] === topic);
}
