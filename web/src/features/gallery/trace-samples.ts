import type { RunTrace } from "@stoa/contract/traces";

export const TRACE: RunTrace = {
  run_id: "run_0123456789abcdef0123456789abcdef",
  reader: "both",
  status: "completed",
  started_at: "2026-11-21T12:00:00Z",
  execution_time: 2,
  agent: { id: 4, name: "Deep Research Agent", version: 2 },
  entries: [
    { type: "progress", at: 0.1, message: "Reading the sources", fraction: 0.2 },
    {
      type: "model_call",
      at: 0.2,
      duration: 0.9,
      model: "stoa-basic",
      model_requested: "default",
      prompt_tokens: 120,
      completion_tokens: 48,
      cost: 0,
      outcome: "completed",
      error: null,
      content: null,
    },
    { type: "step", at: 1.2, kind: "tool_call", source: "search", text: "battery subsidies" },
    {
      type: "connector_call",
      at: 1.3,
      duration: 0.2,
      service: "github",
      method: "GET",
      path: "/repos/octocat/hello-world/issues",
      outcome: "answered",
      status: 200,
      reason: null,
    },
    {
      type: "agent_call",
      at: 1.5,
      duration: 0.3,
      agent_id: 1,
      agent_name: "Customer Support Bot",
      run_id: "run_1",
      outcome: "answered",
      tokens: 412,
      cost: 0.000412,
      reason: null,
    },
    { type: "log", at: 1.9, level: "warning", message: "One source says nothing of the year" },
  ],
  is_cut: false,
  is_expired: false,
  shared: false,
  content: null,
  failure: null,
};

export const FAILED_TRACE: RunTrace = {
  ...TRACE,
  status: "failed",
  entries: [{ type: "log", at: 0.1, level: "error", message: "The table has no columns" }],
  failure: {
    error: "agent_failed",
    detail: "The table has no columns",
    traceback:
      'Traceback (most recent call last):\n  File "agent.py", line 4, in run\nValueError: The table has no columns',
  },
};
