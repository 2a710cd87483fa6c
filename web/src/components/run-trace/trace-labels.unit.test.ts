import type { RunTrace, TraceEntry } from "@stoa/contract/traces";
import { expect, test } from "vitest";
import {
  describeConnectionEnd,
  describeOutcome,
  describeRefusal,
  formatConnection,
  formatHost,
  formatRequest,
  getEntryExtent,
  getEntryLabel,
  getTraceNotes,
  summarizeTrace,
} from "./trace-labels.ts";

const call = (change: object = {}): Extract<TraceEntry, { type: "model_call" }> => ({
  type: "model_call",
  at: 1,
  duration: 2,
  model: "m",
  model_requested: "m",
  prompt_tokens: 1,
  completion_tokens: 1,
  cost: 0,
  outcome: "completed",
  error: null,
  content: null,
  ...change,
});
const createConnectorCall = (change: object = {}): Extract<TraceEntry, { type: "connector_call" }> => ({
  type: "connector_call",
  at: 1,
  duration: 1,
  service: "slack",
  method: "POST",
  path: "/chat.postMessage",
  outcome: "answered",
  status: 200,
  reason: null,
  ...change,
});
const createConnection = (change: object = {}): Extract<TraceEntry, { type: "connection" }> => ({
  type: "connection",
  at: 1,
  duration: 0.32,
  host: "db.example.com",
  port: 5432,
  outcome: "connected",
  bytes_sent: 1_200,
  bytes_received: 40_000,
  reason: null,
  ...change,
});
const log = (level: "info" | "error"): TraceEntry => ({ type: "log", at: 0, level, message: "x" });

test("a trace is summarized by the entries that it contains", () => {
  expect(summarizeTrace([call(), call(), log("info")])).toBe("2 model calls, 1 log line");
  expect(summarizeTrace([createConnectorCall(), call()])).toBe("1 model call, 1 connector call");
  expect(summarizeTrace([])).toBe("No steps recorded");
});

test("a connection shows its host, how much it transferred, and why it was refused", () => {
  expect(summarizeTrace([createConnection()])).toBe("1 connection");
  expect(formatHost(createConnection())).toBe("db.example.com:5432");
  expect(formatHost(createConnection({ port: 443 }))).toBe("db.example.com");
  expect(formatConnection(createConnection())).toBe("sent 1.2 KB, received 40 KB, 320 ms");
  const refused = createConnection({ outcome: "refused", host: null, reason: "No." });
  expect([formatHost(refused), formatConnection(refused)]).toEqual(["Hidden host", ""]);
  expect(describeConnectionEnd(refused)).toBe("Refused by Stoa: No.");
  expect(describeConnectionEnd(createConnection())).toBeNull();
});

test("errors are highlighted, and incomplete model calls say how they ended", () => {
  expect(getEntryLabel(log("error"))).toEqual({ label: "Error", tone: "danger" });
  expect(getEntryLabel(call({ outcome: "error" })).tone).toBe("danger");
  expect(describeOutcome(call())).toBeNull();
  expect(describeOutcome(call({ outcome: "error", error: "rate_limited" }))).toBe("Failed: rate_limited");
});

test("a call's bar stays within its run even if clocks differ", () => {
  expect(getEntryExtent(call(), 4)).toEqual({ from: 0.25, length: 0.5 });
  expect(getEntryExtent(call({ at: 3, duration: 9 }), 4)).toEqual({ from: 0.75, length: 0.25 });
  expect(getEntryExtent(call({ at: 5 }), 4)).toEqual({ from: 1, length: 0 });
  expect(getEntryExtent(log("info"), 0)).toEqual({ from: 0, length: 0 });
});

test("a connector call shows the request and, if it was not answered, the reason", () => {
  expect(formatRequest(createConnectorCall())).toBe("POST /chat.postMessage");
  expect(formatRequest(createConnectorCall({ path: null }))).toBe("POST –");
  expect(describeRefusal(createConnectorCall())).toBeNull();
  const refused = createConnectorCall({ outcome: "refused", status: null, reason: "quota reached" });
  expect(describeRefusal(refused)).toBe("Refused by Stoa: quota reached");
  expect(describeRefusal(createConnectorCall({ outcome: "failed", status: null }))).toBe(
    "Incomplete response",
  );
});

test("only a connector call that the service accepted is marked as successful", () => {
  expect(getEntryLabel(createConnectorCall()).tone).toBe("ok");
  expect(getEntryLabel(createConnectorCall({ status: 403 })).tone).toBe("danger");
  expect(getEntryLabel(createConnectorCall({ outcome: "failed", status: null })).tone).toBe("danger");
  expect(getEntryExtent(createConnectorCall(), 4)).toEqual({ from: 0.25, length: 0.25 });
});

test("hidden, deleted and truncated content is labeled as such", () => {
  const trace: RunTrace = {
    run_id: "r",
    reader: "developer",
    status: "completed",
    started_at: "2026-11-21T00:00:00.000Z",
    execution_time: 1,
    agent: { id: 1, name: "A", version: 1 },
    entries: [],
    is_cut: false,
    is_expired: false,
    shared: false,
    content: null,
    failure: null,
  };
  expect(getTraceNotes(trace)).toHaveLength(1);
  expect(getTraceNotes({ ...trace, shared: true })).toEqual([]);
  const progressEntry = { at: 0, type: "progress", message: null, fraction: null } as const;
  expect(getTraceNotes({ ...trace, reader: "caller", entries: [progressEntry] })).toEqual([
    "This run was stopped before it was charged, so the agent's logs are hidden.",
  ]);
  expect(getTraceNotes({ ...trace, reader: "caller", is_cut: true, is_expired: true })).toHaveLength(2);
});
