import * as z from "zod";
import { TOPIC_OF_SWITCH } from "./notification-labels.ts";
import type { NotificationKind } from "./notification-texts.ts";
import { defineRoute } from "./routes.ts";
import { NextCursor, Ok, pageQuery, Timestamp } from "./values.ts";

export const NOTIFICATION_LIMITS = {
  /** How long notifications are kept: long enough to catch up after a long vacation. */
  keptDays: 90,
  /** Nobody reads more notifications, and an agent that fails all day must not fill the database. */
  keptPerPerson: 500,
} as const;

/** A notification with the object that it is about, so that screens can link to it. */
export const Notification = z
  .object({
    id: z.string(),
    type: z.enum(["success", "warning", "error", "info"]),
    title: z.string(),
    message: z.string(),
    created_at: Timestamp,
    is_read: z.boolean(),
    kind: z.enum([
      "run_failed",
      "run_finished",
      "price_below_cost",
      "agent_listed",
      "upload_refused",
      "first_earnings",
      "balance_low",
      "connector_quota",
      "api_key_refreshed",
      "new_review",
      "version_rolled_back",
      "agent_suspended",
      "agent_restored",
      "visibility_changed",
      "private_agents_closed",
      "run_refunded",
      "earnings_taken_back",
      "credits_granted",
      "schedule_paused",
      "webhook_disabled",
      "models_missing",
      "models_back",
      "storage_full",
      "agent_failing",
      "agent_paused",
    ]),
    agent_id: z.int().nullable(),
    run_id: z.string().nullable(),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof Notification>;

const Unread = z.int().meta({ description: "Total number of unread notifications" });

export const NotificationList = z
  .object({ notifications: z.array(Notification), unread: Unread, next_cursor: NextCursor })
  .meta({ id: "NotificationList" });
export type NotificationList = z.infer<typeof NotificationList>;

export const NotificationId = z.string().regex(/^ntf_[0-9a-f]{32}$/, "This is not a valid notification ID");

/**
 * Server-sent events of notifications, by name. `unread` is sent first, after each notification, and when a
 * notification is read on another screen. The `id` of an `unread` event is the position from which a client resumes. If
 * the connection breaks between a notification and the following `unread`, the notification is sent again.
 */
export const NotificationStreamEvent = {
  notification: Notification,
  unread: z.object({ unread: Unread }),
} as const;

/** The topics by which notifications can be filtered. */
export const NotificationTopic = z.enum(["runs", "agents", "money", "account"]);
export type NotificationTopic = z.infer<typeof NotificationTopic>;

export const TOPIC_OF_NOTIFICATION: Readonly<Record<NotificationKind, NotificationTopic>> = {
  ...TOPIC_OF_SWITCH,
  api_key_refreshed: "account",
};

/**
 * The kinds that a user can switch off. A replaced API key is always reported, so that someone who took over a
 * session cannot hide it.
 */
export const MutableNotificationKind = Notification.shape.kind
  .exclude(["api_key_refreshed"])
  .meta({ id: "MutableNotificationKind" });
export type MutableNotificationKind = z.infer<typeof MutableNotificationKind>;

export const NotificationSettings = z
  .strictObject({
    muted: z
      .array(MutableNotificationKind)
      .max(MutableNotificationKind.options.length, "muted must not name a kind twice")
      .refine((kinds) => new Set(kinds).size === kinds.length, "muted must not name a kind twice")
      .meta({ description: "Kinds of notifications that you turned off. You get all other kinds" }),
  })
  .meta({ id: "NotificationSettings" });
export type NotificationSettings = z.infer<typeof NotificationSettings>;

export const NotificationQuery = z.object({
  ...pageQuery,
  cursor: NotificationId.optional(),
  unread: z.enum(["true", "false"]).optional().meta({
    description: "`true`: only unread notifications",
  }),
  topic: NotificationTopic.optional().meta({
    description: "Topic: `runs`, `agents`, `money`, or `account`, which includes keys and connectors",
  }),
});
export type NotificationQuery = z.infer<typeof NotificationQuery>;

export const notificationRoutes = {
  settings: defineRoute({
    method: "GET",
    path: "/notifications/settings",
    auth: "session",
    scope: "read",
    tag: "Notifications",
    summary: "Get notification settings",
    status: 200,
    reply: NotificationSettings,
    fails: [401],
  }),
  updateSettings: defineRoute({
    method: "PUT",
    path: "/notifications/settings",
    auth: "session",
    scope: "account:write",
    tag: "Notifications",
    summary: "Update notification settings",
    body: NotificationSettings,
    status: 200,
    reply: NotificationSettings,
    fails: [401],
  }),
  list: defineRoute({
    method: "GET",
    path: "/notifications",
    auth: "session",
    scope: "read",
    tag: "Notifications",
    summary: "List notifications",
    query: NotificationQuery,
    status: 200,
    reply: NotificationList,
    fails: [401],
  }),
  events: defineRoute({
    method: "GET",
    path: "/notifications/events",
    auth: "session",
    scope: "read",
    tag: "Notifications",
    summary: "Stream notifications",
    status: 200,
    reply: NotificationList,
    streams: NotificationStreamEvent,
    fails: [401, 429, 503],
  }),
  readAll: defineRoute({
    method: "PUT",
    path: "/notifications/mark-all-read",
    auth: "session",
    scope: "account:write",
    tag: "Notifications",
    summary: "Mark all notifications as read",
    status: 200,
    reply: Ok,
    fails: [401],
  }),
  read: defineRoute({
    method: "PUT",
    path: "/notifications/:id/read",
    auth: "session",
    scope: "account:write",
    tag: "Notifications",
    summary: "Mark a notification as read",
    params: z.object({ id: NotificationId }),
    status: 200,
    reply: Notification,
    fails: [401, 404],
  }),
} as const;
