import { expect, it } from "vitest";
import { parseRuns } from "./background-runs.ts";

const run = { runId: "run_1", agentId: 1, task: "Compare" };

it("reads the stored runs", () => {
  expect(parseRuns(JSON.stringify([run]))).toEqual([run]);
});

it("treats invalid stored data as an empty list", () => {
  for (const stored of [null, "", "{", "null", "{}", "7"]) expect(parseRuns(stored)).toEqual([]);
  expect(parseRuns(JSON.stringify([null, 7, { runId: "run_1" }, run]))).toEqual([run]);
});

it("reads at most 10 runs", () => {
  expect(parseRuns(JSON.stringify(Array(50).fill(run)))).toHaveLength(10);
});
