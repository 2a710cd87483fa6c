import type { TraceEntry } from "@stoa/contract/traces";
import { expect, test } from "vitest";
import { agentCallFigures, agentCallReason } from "./agent-call-words.ts";
import { entryExtent, entryLabel, traceSummary } from "./trace-words.ts";

const agentCall = (change: object = {}): Extract<TraceEntry, { type: "agent_call" }> => ({
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
const refused = agentCall({
  outcome: "refused",
  run_id: null,
  tokens: 0,
  cost: 0,
  reason: "the run's limit is used up",
});
const failed = agentCall({ outcome: "failed", cost: 0 });

test("a call of another agent shows how it ended, what it used and what it cost", () => {
  expect(agentCallFigures(agentCall())).toBe("answered, 1,200 tok, 300 ms, $0.0012");
  expect(agentCallFigures(failed)).toBe("failed, 1,200 tok, 300 ms, $0.00");
  expect(agentCallReason(agentCall())).toBeNull();
});

test("a refused call shows the reason, without tokens or cost", () => {
  expect(agentCallFigures(refused)).toBe("refused, 300 ms");
  expect(agentCallReason(refused)).toBe("No run was started: the run's limit is used up");
});

test("a called agent that failed is shown as free, with or without a reason", () => {
  expect(agentCallReason(failed)).toBe("It did not complete and is not charged");
  expect(agentCallReason({ ...failed, reason: "it took too long" })).toMatch(
    /is not charged: it took too long$/,
  );
});

test("a called agent that did not complete but was charged says so", () => {
  expect(agentCallReason({ ...failed, cost: 0.001, reason: null })).toBe(
    "It did not complete and is partly charged",
  );
});

test("calls of other agents are counted and placed in the trace, and only an answered one is marked as successful", () => {
  expect(traceSummary([agentCall(), refused])).toBe("2 agent calls");
  expect(entryExtent(agentCall(), 4)).toEqual({ from: 0.25, length: 0.075 });
  expect(entryLabel(agentCall())).toEqual({ label: "Agent", tone: "ok" });
  expect(entryLabel(refused).tone).toBe("danger");
  expect(entryLabel(failed).tone).toBe("danger");
});
