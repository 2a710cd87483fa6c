import * as z from "zod";
import { ActiveRunList, ActiveRunListQuery } from "./active-runs.ts";
import { ErrorCode } from "./errors.ts";
import { FailureCharge } from "./failure-charge.ts";
import { Artifact } from "./files.ts";
import { LIMITS } from "./limits.ts";
import { defineRoute } from "./routes.ts";
import { RunStatus } from "./run-status.ts";
import { RunStorage } from "./storage.ts";
import {
  MyUsageQuery,
  UsageHistogram,
  UsageHistogramQuery,
  UsageHistory,
  UsageHistoryQuery,
  UsageStats,
} from "./usage.ts";
import { AgentId, BodyAgentId, ConversationId, Json, RunId, Timestamp, TurnNumber, Usd } from "./values.ts";

/** The maximum length of an input's name. Parameter names in code are far shorter. */
const INPUT_NAME_MAX = 100;

/**
 * The reason why a run ended. `length`: the model reached its maximum output length, so the output may be cut off.
 * `limit`: the run reached its cost limit.
 */
const StopReason = z.enum(["end", "length", "limit", "cancelled", "error"]);

export const InputData = z
  .record(z.string().max(INPUT_NAME_MAX), Json, {
    error: (issue) =>
      issue.code === "invalid_key"
        ? `A name in input_data must have at most ${INPUT_NAME_MAX} characters`
        : "input_data must be an object",
  })
  .meta({ id: "InputData" });
export type InputData = z.infer<typeof InputData>;

const runOptions = {
  input_data: InputData,
  max_cost: z
    .number({ error: "max_cost must be a number" })
    .min(0, "max_cost must be 0 or more")
    .max(LIMITS.maxCostUsd, `max_cost must be at most ${LIMITS.maxCostUsd} USD`)
    .optional()
    .meta({
      description:
        "Maximum cost of the run in USD. The agent's own limit also applies. Default: the `unconfirmed_run_limit` of your account",
    }),
  timeout: z
    .int({ error: "timeout must be a whole number of seconds" })
    .min(1, "timeout must be at least 1 second")
    .max(LIMITS.runTimeoutMaxSeconds, `timeout must be at most ${LIMITS.runTimeoutMaxSeconds} seconds`)
    .optional(),
  version: z
    .int({ error: "version must be a whole number" })
    .min(1, "version must be at least 1")
    .optional()
    .meta({ description: "Version of the agent to run. Default: the current version" }),
  conversation_id: ConversationId.optional().meta({
    description: "Conversation that this run continues. Without it, the run stands alone",
  }),
  parent_turn: TurnNumber.nullable().optional().meta({
    description:
      "Turn of the conversation that this run follows; null to begin anew. Default: the conversation's current turn",
  }),
};

export const RunRequest = z.strictObject({ agent_id: BodyAgentId, ...runOptions }).meta({ id: "RunRequest" });
export type RunRequest = z.infer<typeof RunRequest>;

export const ExecuteRequest = z.strictObject(runOptions).meta({ id: "ExecuteRequest" });

/** The cost of a run and who receives it (docs/product-rules.md#revenue-split). */
export const Receipt = z
  .object({
    gross: Usd,
    model_cost: Usd,
    fee: Usd,
    net: Usd,
    price_per_token: Usd,
    tokens_metered: z.int(),
    tokens_charged: z.int(),
    models: z.array(
      z.object({ model: z.string(), calls: z.int(), prompt_tokens: z.int(), completion_tokens: z.int() }),
    ),
  })
  .meta({ id: "Receipt" });
export type Receipt = z.infer<typeof Receipt>;

/** A run of another agent that a run started, at any depth, as the caller of the root run sees it. */
export const CalledRun = z
  .object({
    run_id: z.string(),
    agent_id: z.int(),
    agent_name: z.string(),
    status: RunStatus,
    tokens_used: z.int(),
    cost: Usd,
    failure_charge: FailureCharge,
  })
  .meta({ id: "CalledRun" });
export type CalledRun = z.infer<typeof CalledRun>;

/** The response to an agent that calls another agent: `POST /agents/{id}/invoke` at the base URL of its gateway. */
export const AgentCallAnswer = z.object({
  run_id: z.string(),
  success: z.boolean(),
  agent_output: Json,
  stop_reason: StopReason,
  tokens_used: z.int(),
  cost: Usd,
  detail: z.string().nullable(),
});
export type AgentCallAnswer = z.infer<typeof AgentCallAnswer>;

/** The origin of the limit on a run's cost. */
export const MaxCostSetBy = z.enum(["agent", "request", "account", "spending_limit"]).meta({
  id: "MaxCostSetBy",
  description:
    "Which limit determined `max_cost`. `agent`: the agent's maximum cost per run. `request`: the `max_cost` of the request. `account`: your account's limit for runs without `max_cost`; send a higher `max_cost` to allow more. `spending_limit`: a limit of your account, your API key or your schedule",
});
export type MaxCostSetBy = z.infer<typeof MaxCostSetBy>;

/** The result of a run. Times are in seconds, amounts in USD. */
export const ExecutionResult = z
  .object({
    run_id: z.string(),
    success: z.boolean(),
    status: RunStatus,
    execution_time: z.number(),
    tokens_used: z.int(),
    cost: Usd,
    failure_charge: FailureCharge,
    called_runs: z.array(CalledRun).meta({
      description:
        "Runs of other agents that this run started, directly or indirectly, each with its own cost",
    }),
    total_cost: Usd.meta({
      description:
        "Amount by which the balance decreases: the cost and the failure charge of this run and of all runs that it started",
    }),
    max_cost: Usd.meta({ description: "Maximum total cost of this run and all runs that it starts" }),
    max_cost_set_by: MaxCostSetBy,
    agent_output: Json,
    stop_reason: StopReason.nullable(),
    metadata: z.object({
      agent_id: z.int(),
      agent_name: z.string(),
      agent_type: z.string(),
      version: z.int(),
      timestamp: Timestamp,
    }),
    artifacts: z.array(Artifact).meta({ description: "Files that the agent returned" }),
    receipt: Receipt.nullable(),
    error: ErrorCode.nullable(),
    detail: z.string().nullable(),
  })
  .meta({ id: "ExecutionResult" });
export type ExecutionResult = z.infer<typeof ExecutionResult>;

/** The result of a run in the public API, which wraps it in `data`. */
export const SdkExecutionResult = z
  .object({ success: z.boolean(), data: ExecutionResult })
  .meta({ id: "SdkExecutionResult" });

/** The 202 response to a request with `Prefer: respond-async`. The run continues after the response. */
export const AcceptedRun = z
  .object({
    run_id: z.string(),
    status: RunStatus.meta({
      description: "`running`, or the final status if the run of this `Idempotency-Key` has already ended",
    }),
    url: z.string().meta({ description: "URL of the run, as in the header `Location`" }),
    events_url: z.string().meta({ description: "URL of its server-sent events" }),
    cancel_url: z.string().meta({ description: "URL that stops the run when you send a POST request to it" }),
  })
  .meta({ id: "AcceptedRun" });
export type AcceptedRun = z.infer<typeof AcceptedRun>;

/** The status of a run after a request to cancel it. */
export const CancelledRun = z.object({ run_id: z.string(), status: RunStatus }).meta({ id: "CancelledRun" });

/** One execution of one node of a workflow. */
export const NodeOfRun = z.object({
  node: z.string(),
  within: z.string().nullable().meta({
    description: "Node that called the sub-workflow of this node; null for a node of the main workflow",
  }),
  serves: z
    .string()
    .nullable()
    .meta({ description: "For a sub-node, the node that uses it; null otherwise" }),
  run: z.int().meta({ description: "Number of earlier executions of this node in the run" }),
  state: z.enum(["running", "waiting", "done", "failed"]).meta({
    description:
      "`waiting`: the node waits for an answer. While the run is active, `GET /execute/runs/{id}/waits` returns the URL for it; if a turn of a conversation has ended, the next message is the answer",
  }),
  duration: z.number(),
  items_in: z.array(z.int()).meta({ description: "Number of items per input" }),
  items_out: z.array(z.int()).meta({ description: "Number of items per output" }),
  error: z.string().nullable(),
});
export type NodeOfRun = z.infer<typeof NodeOfRun>;

/**
 * Server-sent events of a run, by name. The `id` of each is its position in the run's log, from which a client can
 * resume.
 */
export const RunStreamEvent = {
  status: z.object({
    run_id: z.string(),
    status: RunStatus,
    message: z.string().optional(),
    fraction: z.number().optional(),
  }),
  output: z.object({ text: z.string() }),
  /** A step of the agent before its answer: a message, a tool call or a tool result. */
  step: z.object({
    kind: z.enum(["message", "tool_call", "tool_result"]),
    source: z.string(),
    text: z.string(),
  }),
  /** A node of a workflow that is running or has run. */
  node: NodeOfRun,
  cost: z.object({ tokens: z.int(), cost: Usd }),
  result: ExecutionResult,
} as const;
export type RunStreamEventName = keyof typeof RunStreamEvent;

export const Estimate = z
  .object({
    input_tokens: z.int(),
    typical_cost: Usd.nullable(),
    hold: Usd,
    max_cost: Usd.meta({ description: "Maximum cost of this run" }),
    max_cost_set_by: MaxCostSetBy,
    agent_max_cost: Usd.meta({
      description: "Maximum cost of a run of this agent, if `max_cost` allows it",
    }),
    affordable: z.boolean(),
  })
  .meta({ id: "Estimate" });
export type Estimate = z.infer<typeof Estimate>;

export const RunParams = z.object({ id: RunId });

export const runRoutes = {
  run: defineRoute({
    method: "POST",
    path: "/execute/run",
    auth: "session",
    scope: "run",
    tag: "Runs",
    summary: "Run an agent",
    body: RunRequest,
    status: 200,
    reply: ExecutionResult,
    accepted: AcceptedRun,
    streams: RunStreamEvent,
    fails: [401, 402, 403, 404, 409, 413, 422, 429, 503],
    counts: "runs",
  }),
  estimate: defineRoute({
    method: "POST",
    path: "/execute/estimate",
    auth: "session",
    scope: "run",
    tag: "Runs",
    summary: "Estimate the cost of a run",
    body: RunRequest,
    status: 200,
    reply: Estimate,
    fails: [401, 404, 413],
    /** An estimate counts the tokens of the input, as the start of a run does, so it has the same rate limit. */
    counts: "runs",
  }),
  active: defineRoute({
    method: "GET",
    path: "/execute/runs",
    auth: "session",
    scope: "read",
    tag: "Runs",
    summary: "List active runs",
    query: ActiveRunListQuery,
    status: 200,
    reply: ActiveRunList,
    fails: [401],
  }),
  get: defineRoute({
    method: "GET",
    path: "/execute/runs/:id",
    auth: "session",
    scope: "read",
    tag: "Runs",
    summary: "Get a run",
    params: RunParams,
    status: 200,
    reply: ExecutionResult,
    fails: [401, 404],
  }),
  events: defineRoute({
    method: "GET",
    path: "/execute/runs/:id/events",
    auth: "session",
    scope: "read",
    tag: "Runs",
    summary: "Stream a run's events",
    params: RunParams,
    status: 200,
    reply: ExecutionResult,
    streams: RunStreamEvent,
    fails: [401, 404],
  }),
  cancel: defineRoute({
    method: "POST",
    path: "/execute/runs/:id/cancel",
    auth: "session",
    scope: "run",
    tag: "Runs",
    summary: "Cancel a run",
    params: RunParams,
    status: 200,
    reply: CancelledRun,
    fails: [401, 404],
  }),
  myUsage: defineRoute({
    method: "GET",
    path: "/execute/my-usage",
    auth: "session",
    scope: "read",
    tag: "Usage",
    summary: "List your ended runs",
    query: MyUsageQuery,
    status: 200,
    reply: UsageHistory,
    replyTypes: { "application/json": UsageHistory, "text/csv": z.string() },
    fails: [401],
  }),
  myHistogram: defineRoute({
    method: "GET",
    path: "/execute/my-usage/histogram",
    auth: "session",
    scope: "read",
    tag: "Usage",
    summary: "Get your run history by hour or day",
    query: UsageHistogramQuery,
    status: 200,
    reply: UsageHistogram,
    fails: [401],
  }),
  storage: defineRoute({
    method: "GET",
    path: "/execute/storage",
    auth: "session",
    scope: "read",
    tag: "Usage",
    summary: "Get your storage usage",
    status: 200,
    reply: RunStorage,
    fails: [401],
  }),
  agentUsage: defineRoute({
    method: "GET",
    path: "/execute/agent/:id/usage-history",
    auth: "session",
    scope: "read",
    tag: "Usage",
    summary: "List an agent's runs",
    params: z.object({ id: AgentId }),
    query: UsageHistoryQuery,
    status: 200,
    reply: UsageHistory,
    fails: [401, 404],
  }),
  usageStats: defineRoute({
    method: "GET",
    path: "/users/usage-stats",
    auth: "session",
    scope: "read",
    tag: "Usage",
    summary: "Get your usage",
    status: 200,
    reply: UsageStats,
    fails: [401],
  }),
} as const;
