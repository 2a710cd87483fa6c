import { expect, it } from "vitest";
import { RESULT } from "../../lib/execution-result.fixture.ts";
import { describeDifference } from "./difference.ts";

const run = (agent_name: string, execution_time: number, total_cost: number, success = true) => ({
  success,
  execution_time,
  total_cost,
  metadata: { ...RESULT.metadata, agent_name },
});

it("says which agent is faster and which is cheaper, and by how much", () => {
  expect(describeDifference([run("A", 0.2, 0.002), run("B", 1.2, 0.0005)])).toEqual([
    "A was faster by 1000 ms.",
    "B was cheaper by $0.001500.",
  ]);
});

it("names no agent if the difference is small", () => {
  expect(describeDifference([run("A", 1, 0), run("B", 1.02, 0)])).toEqual([
    "Both took about the same time.",
    "Both cost about the same.",
  ]);
});

it("compares nothing if a run failed", () => {
  expect(describeDifference([run("A", 0.2, 0.002), run("B", 0.1, 0, false)])).toEqual([]);
});
