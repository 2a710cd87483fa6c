import { expect, it } from "vitest";
import { getUnreadBadge } from "./unread-badge.ts";

it.each([
  [0, null],
  [1, "1"],
  [9, "9"],
  [10, "9+"],
  [500, "9+"],
])("%i unread notifications show as %s", (unread, text) => {
  expect(getUnreadBadge(unread)).toBe(text);
});
