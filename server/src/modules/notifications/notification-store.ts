import {
  NOTIFICATION_LIMITS,
  type NotificationFacts,
  type NotificationKind,
  type NotificationSettings,
} from "@stoa/contract";
import { sql } from "kysely";
import type { Database, Queryable } from "../../platform/db/database.ts";
import type { Notice } from "../../platform/events/notify.ts";

/** A notification as it is stored. */
export type NotificationRow = {
  [Kind in NotificationKind]: {
    id: string;
    kind: Kind;
    facts: NotificationFacts[Kind];
    /** The name of the person who caused the notification; null if nobody did. */
    actor: string | null;
    createdAt: Date;
    readAt: Date | null;
  };
}[NotificationKind];

/** New notifications for a follower, and the position after the last of them. */
export interface NewNotifications {
  /**
   * A snapshot of the database. Everything that it does not contain is new to a client that has read up to this
   * position.
   */
  position: string;
  unread: number;
  notifications: NotificationRow[];
}

const COLUMNS = sql`n.id, n.kind, n.facts, n.created_at AS "createdAt", n.read_at AS "readAt",
  (SELECT a.username FROM person_names a WHERE a.user_id = n.actor_id) AS actor`;
const selectUnread = (userId: string) =>
  sql`(SELECT count(*)::integer FROM notifications u WHERE u.user_id = ${userId} AND u.read_at IS NULL)`;

/** The number of rows to delete per statement, which takes a few milliseconds. */
const REMOVED_AT_ONCE = 5_000;

/** Notifies everyone in an account, unless they were already notified of the same occasion. */
export async function insertNotice(tx: Queryable, notice: Notice): Promise<void> {
  const { accountId, kind, facts, occasion, actorId } = notice;
  await sql`SELECT notify_account(${accountId}, ${kind}, ${JSON.stringify(facts)}::jsonb, ${occasion}, ${actorId ?? null})`.execute(
    tx,
  );
}

/** Selects a page of a person's notifications. */
export interface NotificationPage {
  limit: number;
  offset: number;
  cursor: string | undefined;
  unreadOnly: boolean;
  /** The kinds to read. Undefined means all kinds. */
  kinds: NotificationKind[] | undefined;
}

export async function listNotifications(
  db: Queryable,
  userId: string,
  { limit, offset, cursor, unreadOnly, kinds }: NotificationPage,
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    SELECT ${COLUMNS} FROM notifications n
    WHERE n.user_id = ${userId} AND NOT n.is_muted ${cursor === undefined ? sql`` : sql`AND n.id < ${cursor}`}
      ${unreadOnly ? sql`AND n.read_at IS NULL` : sql``}
      ${kinds === undefined ? sql`` : sql`AND n.kind = ANY(${kinds})`}
    ORDER BY n.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

export async function countUnread(db: Queryable, userId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`SELECT ${selectUnread(userId)} AS unread`.execute(db);
  return rows[0]?.unread ?? 0;
}

/** Marks a notification as read. If it was already read, its time stays unchanged. */
export async function markRead(
  db: Queryable,
  userId: string,
  id: string,
): Promise<NotificationRow | undefined> {
  const { rows } = await sql<NotificationRow>`
    UPDATE notifications n SET read_at = coalesce(n.read_at, now())
    WHERE n.id = ${id} AND n.user_id = ${userId}
    RETURNING ${COLUMNS}`.execute(db);
  return rows[0];
}

export async function markAllRead(db: Queryable, userId: string): Promise<void> {
  await sql`UPDATE notifications SET read_at = now() WHERE user_id = ${userId} AND read_at IS NULL`.execute(
    db,
  );
}

/**
 * Returns whether a string is a valid position that is not ahead of this database. A position from another database may
 * be ahead.
 */
export async function isPosition(db: Queryable, text: string): Promise<boolean> {
  const valid = await sql<{
    answer: boolean;
  }>`SELECT pg_input_is_valid(${text}, 'pg_snapshot') AS answer`.execute(db);
  if (!valid.rows[0]?.answer) return false;
  const past = await sql<{ answer: boolean }>`
    SELECT pg_snapshot_xmax(${text}::text::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()) AS answer`.execute(
    db,
  );
  return past.rows[0]?.answer ?? false;
}

/**
 * Reads the notifications that were committed since a position. Without a position, reads only the current position.
 */
export async function readNewNotifications(
  db: Database,
  userId: string,
  position: string | undefined,
): Promise<NewNotifications> {
  const isNew =
    position === undefined
      ? sql`false`
      : sql`NOT n.is_muted AND NOT pg_visible_in_snapshot(n.xid, ${position}::text::pg_snapshot)`;
  const { rows } = await sql<{ position: string; unread: number } & (NotificationRow | { id: null })>`
    SELECT pg_current_snapshot()::text AS position, ${selectUnread(userId)} AS unread, ${COLUMNS}
    FROM (VALUES (true)) now LEFT JOIN notifications n ON n.user_id = ${userId} AND ${isNew}
    ORDER BY n.id`.execute(db);
  const [first] = rows;
  if (!first) throw new Error("the database returned no position");
  return {
    position: first.position,
    unread: first.unread,
    notifications: rows.filter((row) => row.id !== null),
  };
}

/** Deletes notifications that are past their retention period. */
export async function removeOld(db: Database): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      DELETE FROM notifications WHERE id IN (
        SELECT id FROM notifications
        WHERE created_at < now() - make_interval(days => ${NOTIFICATION_LIMITS.keptDays})
        ORDER BY created_at LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED)`.execute(db);
    if ((numAffectedRows ?? 0n) < BigInt(REMOVED_AT_ONCE)) return;
  }
}

/** Reads which kinds a person has switched off. By default, none are. */
export async function readSettings(db: Queryable, userId: string): Promise<NotificationSettings> {
  const { rows } = await sql<NotificationSettings>`
    SELECT muted FROM notification_settings WHERE user_id = ${userId}`.execute(db);
  return rows[0] ?? { muted: [] };
}

export async function writeSettings(
  db: Queryable,
  userId: string,
  { muted }: NotificationSettings,
): Promise<NotificationSettings> {
  await sql`
    INSERT INTO notification_settings (user_id, muted) VALUES (${userId}, ${muted}::text[])
    ON CONFLICT (user_id) DO UPDATE SET muted = excluded.muted`.execute(db);
  return { muted };
}
