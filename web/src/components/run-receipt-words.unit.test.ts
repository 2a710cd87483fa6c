import type { ExecutionResult } from "@stoa/contract/runs";
import { expect, test } from "vitest";
import { receiptNote, runStatusWord } from "./run-receipt-words.ts";

const result: ExecutionResult = {
  run_id: "run_1",
  success: true,
  status: "completed",
  execution_time: 1,
  tokens_used: 9,
  cost: 0,
  called_runs: [],
  total_cost: 0,
  agent_output: null,
  stop_reason: "end",
  metadata: {
    agent_id: 1,
    agent_name: "A",
    agent_type: "stoa",
    version: 1,
    timestamp: "2026-11-21T12:00:00Z",
  },
  receipt: null,
  error: null,
  detail: null,
};

test("a run that was stopped is no error, and one that timed out is", () => {
  expect(runStatusWord("completed")).toBe("Success");
  expect(runStatusWord("cancelled")).toBe("Stopped");
  expect(runStatusWord("timeout")).toBe("Error");
});

test("a failed run is said to be free only where the runs that it led to were free too", () => {
  const stopped = { ...result, success: false, status: "cancelled" } as const;
  expect(receiptNote(stopped)).toBe("Nothing was charged.");
  expect(receiptNote({ ...stopped, total_cost: 0.002 })).toBeUndefined();
  expect(receiptNote(result)).toBeUndefined();
});

test("a run that ended at its limit says so", () => {
  expect(receiptNote({ ...result, stop_reason: "limit", total_cost: 1 })).toContain("cost limit");
});
