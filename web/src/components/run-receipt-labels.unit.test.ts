import type { ExecutionResult } from "@stoa/contract/runs";
import { expect, test } from "vitest";
import { RESULT } from "../lib/execution-result.fixture.ts";
import { getReceiptNote, getRunStatusLabel } from "./run-receipt-labels.ts";

const result: ExecutionResult = { ...RESULT, cost: 0, total_cost: 0, agent_output: null };

test("a stopped run is not labeled as an error, but a timed-out run is", () => {
  expect(getRunStatusLabel("completed")).toBe("Success");
  expect(getRunStatusLabel("cancelled")).toBe("Stopped");
  expect(getRunStatusLabel("timeout")).toBe("Error");
  expect(getRunStatusLabel("failed", "agent_failed")).toBe("Error");
});

test('a run that failed because of its model\'s provider says so instead of "Error"', () => {
  expect(getRunStatusLabel("failed", "provider_unavailable")).toBe("Provider unavailable");
});

test("a stopped run is called free only if its child runs were free too", () => {
  const stopped = { ...result, success: false, status: "cancelled" } as const;
  expect(getReceiptNote(stopped)).toBe("Nothing was charged.");
  expect(getReceiptNote({ ...stopped, total_cost: 0.002 })).toBeUndefined();
  expect(getReceiptNote(result)).toBeUndefined();
});

test("a failed run with charged model calls says why they were charged", () => {
  const failed = {
    ...result,
    success: false,
    status: "failed",
    failure_charge: 0.4,
    total_cost: 0.4,
  } as const;
  expect(getReceiptNote(failed)).toBe(
    "The model calls of your failed runs exceeded the free amount per day.",
  );
});

test("a run that was ended by its limit says so", () => {
  expect(getReceiptNote({ ...result, stop_reason: "limit", total_cost: 1 })).toContain("reached a limit");
  expect(getReceiptNote({ ...result, stop_reason: "length", total_cost: 1 })).toContain("may be cut off");
});
