import type { Notification } from "@stoa/contract/notifications";
import { expect, it } from "vitest";
import { groupNotificationsByDay } from "./notifications-by-day.ts";

const createNotification = (id: string, when: Date): Notification => ({
  id,
  type: "warning",
  title: "Balance low",
  message: "Your balance is below 1 USD.",
  created_at: when.toISOString(),
  is_read: false,
  kind: "balance_low",
  agent_id: null,
  run_id: null,
});

it("today, yesterday and each earlier day get a heading, newest first", () => {
  const now = new Date(2026, 10, 21, 9, 0);
  const days = groupNotificationsByDay(
    [
      createNotification("a", new Date(2026, 10, 21, 8, 59)),
      createNotification("b", new Date(2026, 10, 21, 0, 1)),
      createNotification("c", new Date(2026, 10, 20, 23, 59)),
      createNotification("d", new Date(2026, 10, 19, 12, 0)),
    ],
    now,
  );
  expect(days.map(({ day, notifications }) => [day, notifications.map(({ id }) => id)])).toEqual([
    ["Today", ["a", "b"]],
    ["Yesterday", ["c"]],
    ["19 Nov 2026", ["d"]],
  ]);
});
