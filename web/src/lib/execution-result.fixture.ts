import type { ExecutionResult } from "@stoa/contract/runs";

/** The result of a completed run. */
export const RESULT: ExecutionResult = {
  run_id: "run_0123456789abcdef0123456789abcdef",
  success: true,
  status: "completed",
  execution_time: 1,
  tokens_used: 9,
  cost: 0.00009,
  failure_charge: null,
  called_runs: [],
  total_cost: 0.00009,
  max_cost: 0.01,
  max_cost_set_by: "agent",
  agent_output: "Hello there",
  stop_reason: "end",
  metadata: {
    agent_id: 1,
    agent_name: "A",
    agent_type: "stoa",
    version: 1,
    timestamp: "2026-11-21T12:00:00Z",
  },
  artifacts: [],
  receipt: null,
  error: null,
  detail: null,
};
