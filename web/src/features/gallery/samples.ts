import type { AgentSummary, InputParam } from "@stoa/contract/catalog";
import type { ReviewList } from "@stoa/contract/reviews";
import type { RunWait } from "@stoa/contract/run-waits";
import type { CalledRun, Estimate, ExecutionResult } from "@stoa/contract/runs";
import { TEXTS } from "@stoa/contract/texts";
import type { VersionDiff } from "@stoa/contract/versions";
import { IDLE, type RunState } from "../../lib/run-state.ts";

export const MARKDOWN = `## In brief

**Three** schemes and a [link](https://example.com):

1. First
2. Second

| Scheme | Cap |
|---|---|
| A | 60% |

\`\`\`js
const a = 1;
\`\`\`

Euler found $e^{i\\pi} + 1 = 0$, for $5:

$$
\\int_0^1 x^2 \\, dx = \\frac{1}{3}
$$
`;

export const PATCH = `@@ -1,3 +1,3 @@
 def run(message: str) -> str:
-    return message
+    return message.upper()
`;

const SIDE = { bytes: 1200, sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" };

/** A text file that changed, a picture that was added, and a text file that was removed. */
export const FILE_CHANGES: NonNullable<VersionDiff["files"]>["changes"] = [
  { path: "forecasts/tables.py", from: SIDE, to: { ...SIDE, bytes: 1320 }, is_text: true, patch: PATCH },
  { path: "data/map.png", from: null, to: SIDE, is_text: false, patch: null },
  { path: "data/notes-of-a-long-winter.txt", from: SIDE, to: null, is_text: true, patch: null },
];

export const PARAMS: InputParam[] = [
  { name: "message", type: "string", required: true, description: "What is asked" },
  {
    name: "tone",
    type: "string",
    required: false,
    description: "How it sounds",
    choices: ["friendly", "formal"],
  },
];

export const AGENT: AgentSummary = {
  id: 4,
  name: "Deep Research Agent",
  developer: "stoa",
  owner_username: "stoa",
  description: "Weighs the sources you paste against a question: cited evidence, agreements and gaps.",
  category: "research",
  price: "0.000005",
  price_per_token: 0.000005,
  rating: 4.2,
  average_rating: 4.2,
  reviews: 415,
  users: 90,
  total_executions: 1482,
  success_rate: 98.4,
  median_time: 1.5,
  tags: [],
  is_active: true,
  visibility: "public",
  created_at: "2026-11-01T09:00:00Z",
  agent_type: "python",
  framework: "langchain",
  full_description: "",
  features: [],
  use_cases: [],
  input_params: PARAMS,
};

/** An agent without measurements, with a long name and a long description. */
export const NEW_AGENT: AgentSummary = {
  ...AGENT,
  id: 5,
  name: "An agent with a name that is longer than its card is wide",
  price: "0",
  price_per_token: 0,
  rating: null,
  average_rating: null,
  reviews: 0,
  users: 0,
  total_executions: 0,
  success_rate: null,
  median_time: null,
  framework: "autogen",
};

export const RATINGS: ReviewList = {
  reviews: [],
  total: 8,
  average_rating: 4.3,
  distribution: { 1: 0, 2: 1, 3: 0, 4: 3, 5: 4 },
  next_cursor: null,
};

export const CALLED_RUN: CalledRun = {
  run_id: "run_1",
  agent_id: 1,
  agent_name: "Ticket Triage",
  status: "completed",
  tokens_used: 412,
  cost: 0.000412,
  failure_charge: null,
};

export const ESTIMATE: Estimate = {
  input_tokens: 14,
  typical_cost: 0.0134,
  hold: 0.02,
  max_cost: 0.1,
  max_cost_set_by: "agent",
  agent_max_cost: 0.1,
  affordable: true,
};

export const ENDED_RUN: ExecutionResult = {
  run_id: "run_0123456789abcdef0123456789abcdef",
  success: true,
  status: "completed",
  execution_time: 1.482,
  tokens_used: 315,
  cost: 0.001323,
  failure_charge: null,
  called_runs: [],
  total_cost: 0.001323,
  max_cost: 0.1,
  max_cost_set_by: "agent",
  agent_output: MARKDOWN,
  stop_reason: "end",
  metadata: {
    agent_id: 4,
    agent_name: "Deep Research Agent",
    agent_type: "langchain",
    version: 1,
    timestamp: "2026-11-21T12:00:00Z",
  },
  artifacts: [],
  receipt: null,
  error: null,
  detail: null,
};

const executing: RunState = {
  ...IDLE,
  phase: "executing",
  runId: ENDED_RUN.run_id,
  output: MARKDOWN.slice(0, 60),
  tokens: 159,
  cost: 0.000668,
  message: "Reading the sources",
};

/** The two kinds of waits of a workflow run: for an answer on a page, and for a call to a URL. */
export const RUN_WAITS: readonly RunWait[] = [
  {
    node: "Ask for approval",
    kind: "page",
    method: null,
    url: "https://stoa.example/api/v1/runs/run_0192f0c1a2b37d4e8f90000000000001/resume/mR3vQ0yV7n2kZ1tB9wXcL5sJ8dHfGaEo",
    until: "2026-11-21T12:05:00Z",
  },
  {
    node: "Wait for the bank",
    kind: "call",
    method: "POST",
    url: "https://stoa.example/api/v1/runs/run_0192f0c1a2b37d4e8f90000000000001/resume/aB3vQ0yV7n2kZ1tB9wXcL5sJ8dHfGaEo",
    until: "2026-11-21T12:05:00Z",
  },
];

/** The states of a run's output. */
export const RUN_STATES: ReadonlyArray<{ readonly name: string; readonly state: RunState }> = [
  { name: "Before a run", state: IDLE },
  { name: "Running", state: executing },
  { name: "Connection lost", state: { ...executing, lost: true } },
  {
    name: "Ended",
    state: { ...executing, phase: "ended", output: MARKDOWN, result: ENDED_RUN, tokens: 315, cost: 0.001323 },
  },
  { name: "Failed", state: { ...IDLE, phase: "ended", error: TEXTS.run.failed } },
  {
    name: "No credits",
    state: { ...IDLE, phase: "ended", error: TEXTS.run.noCredits, code: "insufficient_credits" },
  },
  {
    name: "Left before its end",
    state: { ...executing, phase: "ended", error: TEXTS.run.network },
  },
];
