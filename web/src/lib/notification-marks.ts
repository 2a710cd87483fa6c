import type { NotificationList } from "@stoa/contract/notifications";

/**
 * Returns a list with one notification marked as read. The unread count covers all lists, so a list without the
 * notification needs `wasUnread` to update its count.
 */
export function withRead(list: NotificationList, { id, wasUnread }: ReadMark): NotificationList {
  return {
    ...list,
    unread: wasUnread ? Math.max(0, list.unread - 1) : list.unread,
    notifications: list.notifications.map((one) => (one.id === id ? { ...one, is_read: true } : one)),
  };
}

/** A notification that was read, and whether it was unread before. */
export interface ReadMark {
  readonly id: string;
  readonly wasUnread: boolean;
}

/** Returns a list with all notifications marked as read. */
export function withAllRead(list: NotificationList): NotificationList {
  return {
    ...list,
    unread: 0,
    notifications: list.notifications.map((one) => ({ ...one, is_read: true })),
  };
}
