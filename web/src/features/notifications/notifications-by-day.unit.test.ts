import type { Notification } from "@stoa/contract/notifications";
import { expect, it } from "vitest";
import { notificationsByDay } from "./notifications-by-day.ts";

const at = (id: string, when: Date): Notification => ({
  id,
  type: "warning",
  title: "Balance low",
  message: "Your balance has fallen below 1 USD.",
  created_at: when.toISOString(),
  is_read: false,
  kind: "balance_low",
  agent_id: null,
  run_id: null,
});

it("today, yesterday and each earlier day get a heading, newest first", () => {
  const now = new Date(2026, 10, 21, 9, 0);
  const days = notificationsByDay(
    [
      at("a", new Date(2026, 10, 21, 8, 59)),
      at("b", new Date(2026, 10, 21, 0, 1)),
      at("c", new Date(2026, 10, 20, 23, 59)),
      at("d", new Date(2026, 10, 19, 12, 0)),
    ],
    now,
  );
  expect(days.map(({ day, notifications }) => [day, notifications.map(({ id }) => id)])).toEqual([
    ["Today", ["a", "b"]],
    ["Yesterday", ["c"]],
    ["19 Nov 2026", ["d"]],
  ]);
});
