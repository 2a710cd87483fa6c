import { expect, it } from "vitest";
import { countDailyRuns } from "./daily-runs.ts";

const createDay = (date: string, executions: number) => ({
  date,
  executions,
  gross: 0,
  model_cost: 0,
  platform_fee: 0,
  revenue: 0,
});

it("includes every day, even days without runs", () => {
  const now = Date.parse("2026-03-02T23:30:00Z");
  expect(
    countDailyRuns(
      [createDay("2026-02-27", 4), createDay("2026-03-02", 7), createDay("2026-01-01", 9)],
      5,
      now,
    ),
  ).toEqual([0, 4, 0, 0, 7]);
});
