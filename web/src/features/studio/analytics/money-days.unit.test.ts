import { expect, it } from "vitest";
import { addUpDays, createEarningsPoints, type MoneyDay } from "./money-days.ts";

const createDay = (date: string, revenue: number, executions = 1): MoneyDay => ({
  date,
  executions,
  gross: 2,
  model_cost: 0.5,
  platform_fee: 0.5,
  revenue,
});

it("adds up the daily amounts of several agents", () => {
  const sum = addUpDays([
    [createDay("2026-03-01", 1), createDay("2026-03-02", 0.25)],
    [createDay("2026-03-02", 0.5, 3)],
    [],
  ]);
  expect(sum.map(({ date, revenue, executions, gross }) => [date, revenue, executions, gross])).toEqual([
    ["2026-03-01", 1, 1, 2],
    ["2026-03-02", 0.75, 4, 4],
  ]);
});

it("a day without runs has zero earnings, and a day of subsidies has negative earnings", () => {
  const points = createEarningsPoints([createDay("2026-03-02", -0.125)], 2, "2026-03-02");
  expect(points).toEqual([
    { date: "2026-03-01", values: [0], cells: ["$0.00", "$0.00", "$0.00", "$0.00", "0"] },
    { date: "2026-03-02", values: [-0.125], cells: ["-$0.125", "$2.00", "$0.50", "$0.50", "1"] },
  ]);
});
