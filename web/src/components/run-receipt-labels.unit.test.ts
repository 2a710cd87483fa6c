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

test('a run that failed because of the model\'s provider is labeled "Provider unavailable"', () => {
  expect(getRunStatusLabel("failed", "provider_unavailable")).toBe("Provider unavailable");
});

test("the receipt calls a stopped run free only if its child runs were free too", () => {
  const stopped = { ...result, success: false, status: "cancelled" } as const;
  expect(getReceiptNote(stopped)).toBe("Nothing was charged.");
  expect(getReceiptNote({ ...stopped, total_cost: 0.002 })).toBeUndefined();
  expect(getReceiptNote(result)).toBeUndefined();
});

test("the receipt of a failed run says why model calls were charged", () => {
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

test("the receipt says that a run or an answer reached its limit", () => {
  expect(getReceiptNote({ ...result, stop_reason: "limit", total_cost: 1 })).toContain("reached a limit");
  expect(getReceiptNote({ ...result, stop_reason: "length", total_cost: 1 })).toContain("may be cut off");
});
