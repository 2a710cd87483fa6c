import { expect, it } from "vitest";
import { getUsageTrend } from "./usage-trend.ts";

const run = (agent_id: number, cost: number, status: "completed" | "failed" = "completed") => ({
  agent_id,
  cost,
  status,
});

it("a run is compared with the previous run of the same agent, regardless of other runs in between", () => {
  const records = [run(1, 0.2), run(2, 5), run(1, 0.1), run(1, 0.1), run(1, 0.3)];
  expect(records.map((_, index) => getUsageTrend(records, index))).toEqual([
    "rising",
    null,
    "level",
    "falling",
    null,
  ]);
});

it("a failed run is not compared with other runs", () => {
  const records = [run(1, 0.2), run(1, 0, "failed"), run(1, 0.1)];
  expect(records.map((_, index) => getUsageTrend(records, index))).toEqual(["rising", null, null]);
});
