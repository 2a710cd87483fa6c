import type { AnalyticsDay } from "@stoa/contract/analytics";
import { expect, it } from "vitest";
import { createRunPoints, createTimePoints } from "./activity-days.ts";

const day: AnalyticsDay = {
  date: "2026-03-02",
  runs: 5,
  succeeded: 3,
  failed: 1,
  success_rate: 75,
  tokens: 1234,
  gross: 1,
  model_cost: 0,
  platform_fee: 0.15,
  revenue: 0.85,
  p50_time: 0.04,
  p95_time: 2.5,
  unique_users: 2,
};

it("shows zero runs for a day without runs", () => {
  expect(createRunPoints([day], 2, "2026-03-02")).toEqual([
    { date: "2026-03-01", values: [0, 0], cells: ["0", "0", "0", "0"] },
    { date: "2026-03-02", values: [3, 1], cells: ["3", "1", "2", "1,234"] },
  ]);
});

it("shows no time for a day without a successful run", () => {
  expect(createTimePoints([day], 2, "2026-03-02")).toEqual([
    { date: "2026-03-01", values: [null, null], cells: ["–", "–"] },
    { date: "2026-03-02", values: [0.04, 2.5], cells: ["40ms", "2.5s"] },
  ]);
});
