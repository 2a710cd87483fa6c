import { expect, it } from "vitest";
import {
  type DayPoint,
  datesUpTo,
  dayAfterKey,
  formatChartDay,
  unbrokenParts,
  valueRange,
} from "./day-points.ts";

const point = (...values: (number | null)[]): DayPoint => ({ date: "2026-03-01", values, cells: [] });

it("counts days back across a month boundary", () => {
  expect(datesUpTo("2026-03-02", 4)).toEqual(["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"]);
});

it("moves the selection day by day with arrow keys and stops at both ends", () => {
  expect(dayAfterKey("ArrowLeft", 3, 30)).toBe(2);
  expect(dayAfterKey("ArrowRight", 29, 30)).toBe(29);
  expect(dayAfterKey("PageDown", 3, 30)).toBe(0);
  expect(dayAfterKey("End", 3, 30)).toBe(29);
  expect(dayAfterKey("a", 3, 30)).toBeNull();
});

it("formats a day in UTC in every time zone", () => {
  expect(formatChartDay("2026-11-21")).toBe("21 Nov");
  expect(formatChartDay("2026-11-21T04")).toBe("04:00");
});

it("reaches up to the height of stacked bars, and below zero for losses", () => {
  expect(valueRange([point(2, 3), point(4, 0)], true)).toEqual([0, 5]);
  expect(valueRange([point(2, 3), point(-1, null)], false)).toEqual([-1, 3]);
  expect(valueRange([point(0), point(null)], false)).toEqual([0, 1]);
});

it("breaks a line at days without a measurement", () => {
  expect(unbrokenParts([point(1), point(null), point(0), point(2)], 0)).toEqual([
    [{ day: 0, value: 1 }],
    [
      { day: 2, value: 0 },
      { day: 3, value: 2 },
    ],
  ]);
});
