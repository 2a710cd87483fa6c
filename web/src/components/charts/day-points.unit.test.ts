import { expect, it } from "vitest";
import {
  type DayPoint,
  formatChartDay,
  getDayAfterKey,
  getValueRange,
  listDatesUpTo,
  splitAtGaps,
} from "./day-points.ts";

const createPoint = (...values: (number | null)[]): DayPoint => ({ date: "2026-03-01", values, cells: [] });

it("lists past days across a month boundary", () => {
  expect(listDatesUpTo("2026-03-02", 4)).toEqual(["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"]);
});

it("moves the selection day by day with arrow keys and stops at both ends", () => {
  expect(getDayAfterKey("ArrowLeft", 3, 30)).toBe(2);
  expect(getDayAfterKey("ArrowRight", 29, 30)).toBe(29);
  expect(getDayAfterKey("PageDown", 3, 30)).toBe(0);
  expect(getDayAfterKey("End", 3, 30)).toBe(29);
  expect(getDayAfterKey("a", 3, 30)).toBeNull();
});

it("formats a day in UTC in every time zone", () => {
  expect(formatChartDay("2026-11-21")).toBe("21 Nov");
  expect(formatChartDay("2026-11-21T04")).toBe("04:00");
});

it("the value range includes stacked bars and losses", () => {
  expect(getValueRange([createPoint(2, 3), createPoint(4, 0)], true)).toEqual([0, 5]);
  expect(getValueRange([createPoint(2, 3), createPoint(-1, null)], false)).toEqual([-1, 3]);
  expect(getValueRange([createPoint(0), createPoint(null)], false)).toEqual([0, 1]);
});

it("breaks a line at days without a measurement", () => {
  expect(splitAtGaps([createPoint(1), createPoint(null), createPoint(0), createPoint(2)], 0)).toEqual([
    [{ day: 0, value: 1 }],
    [
      { day: 2, value: 0 },
      { day: 3, value: 2 },
    ],
  ]);
});
