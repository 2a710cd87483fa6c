import type { TraceEntry } from "@stoa/contract/traces";
import { expect, test } from "vitest";
import { formatAgentCall, getAgentCallReason } from "./agent-call-labels.ts";
import { getEntryExtent, getEntryLabel, summarizeTrace } from "./trace-labels.ts";

const createAgentCall = (change: object = {}): Extract<TraceEntry, { type: "agent_call" }> => ({
  type: "agent_call",
  at: 1,
  duration: 0.3,
  agent_id: 12,
  agent_name: "Summarizer",
  run_id: "run_2",
  outcome: "answered",
  tokens: 1200,
  cost: 0.0012,
  reason: null,
  ...change,
});
const refused = createAgentCall({
  outcome: "refused",
  run_id: null,
  tokens: 0,
  cost: 0,
  reason: "the run's limit is used up",
});
const failed = createAgentCall({ outcome: "failed", cost: 0 });

test("a call to another agent shows how it ended, what it used and what it cost", () => {
  expect(formatAgentCall(createAgentCall())).toBe("answered, 1,200 tok, 300 ms, $0.0012");
  expect(formatAgentCall(failed)).toBe("failed, 1,200 tok, 300 ms, $0.00");
  expect(getAgentCallReason(createAgentCall())).toBeNull();
});

test("a refused call shows the reason, without tokens or cost", () => {
  expect(formatAgentCall(refused)).toBe("refused, 300 ms");
  expect(getAgentCallReason(refused)).toBe("No run was started: the run's limit is used up");
});

test("a called agent that failed is shown as free, with or without a reason", () => {
  expect(getAgentCallReason(failed)).toBe("It did not complete, and nothing was charged");
  expect(getAgentCallReason({ ...failed, reason: "it took too long" })).toMatch(
    /nothing was charged: it took too long$/,
  );
});

test("shows that a called agent was charged although it did not complete", () => {
  expect(getAgentCallReason({ ...failed, cost: 0.001, reason: null })).toBe(
    "It did not complete, but its cost was charged",
  );
});

test("only an answered call to another agent is marked as successful in the trace", () => {
  expect(summarizeTrace([createAgentCall(), refused])).toBe("2 agent calls");
  expect(getEntryExtent(createAgentCall(), 4)).toEqual({ from: 0.25, length: 0.075 });
  expect(getEntryLabel(createAgentCall())).toEqual({ label: "Agent", tone: "ok" });
  expect(getEntryLabel(refused).tone).toBe("danger");
  expect(getEntryLabel(failed).tone).toBe("danger");
});
