import { expect, it } from "vitest";
import { toHistogramPoints } from "./histogram-points.ts";

const bucket = { start: "2026-11-21T14:00:00.000Z", success: 1200, error: 1, cost: 0.0123 };

it("labels a single day by hours and longer periods by days", () => {
  expect(toHistogramPoints({ bucket: "hour", buckets: [bucket] })).toEqual([
    { date: "2026-11-21T14", values: [1200, 1], cells: ["1,200", "1", "$0.0123"] },
  ]);
  expect(toHistogramPoints({ bucket: "day", buckets: [bucket] })).toMatchObject([{ date: "2026-11-21" }]);
});
