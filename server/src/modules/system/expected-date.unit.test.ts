import { expect, test } from "vitest";
import { leaveOutPast } from "./expected-date.ts";

test.each([
  ["Q2 2025", "2025-06-30T23:59:59.999Z", "Q2 2025"],
  ["Q2 2025", "2025-07-01T00:00:00.000Z", null],
  ["Q4 2026", "2026-12-31T12:00:00.000Z", "Q4 2026"],
  ["Q4 2026", "2027-01-01T00:00:00.000Z", null],
  ["spring", "2027-01-01T00:00:00.000Z", "spring"],
])("the expected date %s is shown at %s as %s", (expected, now, shown) => {
  expect(leaveOutPast(expected, new Date(now))).toBe(shown);
});
