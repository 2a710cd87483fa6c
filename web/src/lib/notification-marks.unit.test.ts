import type { Notification, NotificationList } from "@stoa/contract/notifications";
import { expect, it } from "vitest";
import { withAllRead, withRead } from "./notification-marks.ts";

const createNotification = (id: string, is_read: boolean): Notification => ({
  id,
  type: "info",
  title: "New review",
  message: "grace gave Echo 5 of 5.",
  created_at: "2026-11-21T12:00:00Z",
  is_read,
  kind: "new_review",
  agent_id: 1,
  run_id: null,
});
const LIST: NotificationList = {
  notifications: [createNotification("a", false), createNotification("b", true)],
  unread: 4,
  next_cursor: "b",
};
const readIn = (list: NotificationList) =>
  list.notifications.filter(({ is_read }) => is_read).map(({ id }) => id);

it("a notification that is read is marked and no longer counted", () => {
  const after = withRead(LIST, { id: "a", wasUnread: true });
  expect(readIn(after)).toEqual(["a", "b"]);
  expect(after.unread).toBe(3);
});

it("marking a notification that was already read changes no count", () => {
  expect(withRead(LIST, { id: "b", wasUnread: false })).toEqual(LIST);
  expect(withRead(LIST, { id: "elsewhere", wasUnread: true }).unread).toBe(3);
});

it("marking all notifications as read sets the unread count to 0 and keeps the cursor of the next page", () => {
  const after = withAllRead(LIST);
  expect(readIn(after)).toEqual(["a", "b"]);
  expect(after.unread).toBe(0);
  expect(after.next_cursor).toBe("b");
});
