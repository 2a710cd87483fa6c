import { expect, it } from "vitest";
import { usageTrend } from "./usage-trend.ts";

const run = (agent_id: number, cost: number, status: "completed" | "failed" = "completed") => ({
  agent_id,
  cost,
  status,
});

it("a run is compared with the one before it of the same agent, whatever ran between", () => {
  const records = [run(1, 0.2), run(2, 5), run(1, 0.1), run(1, 0.1), run(1, 0.3)];
  expect(records.map((_, index) => usageTrend(records, index))).toEqual([
    "rising",
    null,
    "level",
    "falling",
    null,
  ]);
});

it("failed runs cost nothing and say nothing", () => {
  const records = [run(1, 0.2), run(1, 0, "failed"), run(1, 0.1)];
  expect(records.map((_, index) => usageTrend(records, index))).toEqual(["rising", null, null]);
});
