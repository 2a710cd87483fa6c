import { expect, it } from "vitest";
import { parseRuns } from "./background-runs.ts";

const run = { runId: "run_1", agentId: 1, task: "Compare" };

it("reads the runs that the browser has kept", () => {
  expect(parseRuns(JSON.stringify([run]))).toEqual([run]);
});

it("reads whatever else stands there as none", () => {
  for (const stored of [null, "", "{", "null", "{}", "7"]) expect(parseRuns(stored)).toEqual([]);
  expect(parseRuns(JSON.stringify([null, 7, { runId: "run_1" }, run]))).toEqual([run]);
});

it("keeps no more than a person has in mind", () => {
  expect(parseRuns(JSON.stringify(Array(50).fill(run)))).toHaveLength(10);
});
