import type { Notification } from "@stoa/contract/notifications";
import { formatDay } from "../../lib/format-time.ts";

interface NotificationDay {
  readonly day: string;
  readonly notifications: readonly Notification[];
}

/** Groups notifications by the day on which they arrived, in local time and newest first. */
export function groupNotificationsByDay(
  notifications: readonly Notification[],
  now: Date = new Date(),
): NotificationDay[] {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  const names = new Map([
    [formatDay(now.toISOString()), "Today"],
    [formatDay(yesterday.toISOString()), "Yesterday"],
  ]);
  const days = new Map<string, Notification[]>();
  for (const notification of notifications) {
    const date = formatDay(notification.created_at);
    const day = names.get(date) ?? date;
    const others = days.get(day);
    if (others) others.push(notification);
    else days.set(day, [notification]);
  }
  return [...days].map(([day, those]) => ({ day, notifications: those }));
}
