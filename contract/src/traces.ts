import * as z from "zod";
import { ErrorCode } from "./errors.ts";
import { defineRoute } from "./routes.ts";
import { RunStatus } from "./run-status.ts";
import { InputData, NodeOfRun } from "./runs.ts";
import { Json, RunId, Timestamp, Usd } from "./values.ts";

/** The time in seconds since the start of the run, which every trace entry has. */
const entry = { at: z.number() };

/**
 * Text that the agent's code wrote. It is null for the developer if the caller has not shared the run and the text is
 * not in the agent's file, because it may contain the caller's data. It is also null for the caller of a run that was
 * stopped before any output and cost nothing.
 */
const OptionalText = z.string().nullable();

/**
 * The messages and the answer of a model call, each shortened to a limit. They are stored only if the run's caller has
 * enabled that.
 */
export const ModelCallContent = z
  .object({
    messages: z.array(z.object({ role: z.string(), text: z.string() })),
    answer: z.string(),
    is_cut: z.boolean(),
  })
  .meta({ id: "ModelCallContent" });
export type ModelCallContent = z.infer<typeof ModelCallContent>;

export const TraceEntry = z
  .discriminatedUnion("type", [
    z.object({
      ...entry,
      type: z.literal("model_call"),
      duration: z.number(),
      model: z.string(),
      model_requested: z.string(),
      prompt_tokens: z.int(),
      completion_tokens: z.int(),
      cost: Usd.meta({ description: "Price of the call at the model's provider, in USD" }),
      outcome: z.enum(["completed", "cut", "client_gone", "error"]),
      error: z.string().nullable(),
      content: ModelCallContent.nullable(),
    }),
    z.object({
      ...entry,
      type: z.literal("step"),
      kind: z.enum(["message", "tool_call", "tool_result"]),
      source: OptionalText,
      text: OptionalText,
    }),
    z.object({
      ...entry,
      type: z.literal("node"),
      ...NodeOfRun.shape,
      node: OptionalText,
      error: OptionalText,
      items: z.array(z.array(Json)).nullable().meta({
        description:
          "First items per output, shortened. Returned only to the agent's developer, and for a run of another user only while the run is shared",
      }),
    }),
    z.object({
      ...entry,
      type: z.literal("connector_call"),
      duration: z.number(),
      service: z.string(),
      method: z.string(),
      /** The path of the request without the query. */
      path: OptionalText,
      outcome: z.enum(["answered", "refused", "failed"]).meta({
        description:
          "`refused`: Stoa refused the call before it reached the service. `failed`: no complete response was received",
      }),
      status: z.int().nullable(),
      /** Why the call was refused or failed. */
      reason: z.string().nullable(),
    }),
    z.object({
      ...entry,
      type: z.literal("connection"),
      duration: z.number(),
      host: OptionalText,
      /** Null if the agent does not declare the host. In that case, its name is not resolved. */
      port: z.int().nullable(),
      outcome: z.enum(["connected", "refused", "failed"]).meta({
        description:
          "`refused`: Stoa refused the connection. `failed`: the host could not be reached, or a limit ended the connection",
      }),
      bytes_sent: z.int(),
      bytes_received: z.int(),
      /** Why the connection was refused or failed. */
      reason: z.string().nullable(),
    }),
    z.object({
      ...entry,
      type: z.literal("agent_call"),
      duration: z.number(),
      /** Null if the agent does not declare this ID, because its code could have sent any number. */
      agent_id: z.int().nullable(),
      agent_name: z.string().nullable(),
      /** Null if no run was started. */
      run_id: z.string().nullable(),
      outcome: z.enum(["answered", "refused", "failed"]).meta({
        description:
          "`refused`: no run was started. `failed`: the run did not complete; `cost` is the amount that was charged nevertheless",
      }),
      tokens: z.int(),
      cost: Usd,
      /** Why the call was refused or failed. */
      reason: OptionalText,
    }),
    z.object({
      ...entry,
      type: z.literal("progress"),
      message: OptionalText,
      fraction: z.number().nullable(),
    }),
    z.object({
      ...entry,
      type: z.literal("log"),
      level: z.enum(["debug", "info", "warning", "error"]),
      message: OptionalText,
    }),
  ])
  .meta({ id: "TraceEntry" });
export type TraceEntry = z.infer<typeof TraceEntry>;

/** The events of a run, in order. */
export const RunTrace = z
  .object({
    run_id: z.string(),
    /** Who is reading the trace. `both` means that a developer ran their own agent and sees both parts. */
    reader: z.enum(["caller", "developer", "both"]),
    status: RunStatus,
    started_at: Timestamp,
    execution_time: z.number(),
    agent: z.object({ id: z.int(), name: z.string(), version: z.int() }),
    entries: z.array(TraceEntry),
    /** Whether the run has more entries than a trace shows. */
    is_cut: z.boolean(),
    /** Whether contents, log, progress and steps were deleted because of their age. Model calls remain. */
    is_expired: z.boolean(),
    /** Whether the caller lets the agent's developer read the contents of this run. */
    shared: z.boolean(),
    /** The caller's input and output. The developer sees them after the caller shares the run. */
    content: z.object({ input: InputData, output: Json }).nullable(),
    failure: z
      .object({
        error: ErrorCode,
        detail: OptionalText,
        /** The traceback, which only the agent's developer gets. */
        traceback: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: "RunTrace" });
export type RunTrace = z.infer<typeof RunTrace>;

export const RunSharing = z.strictObject({ shared: z.boolean() }).meta({ id: "RunSharing" });

/** Settings for what is stored about the runs that an account starts. */
export const RunSettings = z
  .strictObject({
    keep_model_content: z.boolean().meta({
      description:
        "Whether to keep the prompts and responses of models in your runs for the agents' developers. Developers can read them in runs that they start themselves and in runs that you share.",
    }),
  })
  .meta({ id: "RunSettings" });
export type RunSettings = z.infer<typeof RunSettings>;

const runParams = z.object({ id: RunId });

export const traceRoutes = {
  trace: defineRoute({
    method: "GET",
    path: "/execute/runs/:id/trace",
    auth: "session",
    scope: "read",
    tag: "Runs",
    summary: "Get the trace of a run",
    params: runParams,
    status: 200,
    reply: RunTrace,
    fails: [401, 404],
  }),
  share: defineRoute({
    method: "PUT",
    path: "/execute/runs/:id/share",
    auth: "session",
    scope: "run",
    tag: "Runs",
    summary: "Share a run with the agent's developer",
    params: runParams,
    body: RunSharing,
    status: 200,
    reply: RunSharing,
    fails: [401, 404],
  }),
  settings: defineRoute({
    method: "GET",
    path: "/execute/settings",
    auth: "session",
    scope: "read",
    tag: "Runs",
    summary: "Get run settings",
    status: 200,
    reply: RunSettings,
    fails: [401],
  }),
  updateSettings: defineRoute({
    method: "PUT",
    path: "/execute/settings",
    auth: "session",
    scope: "account:write",
    tag: "Runs",
    summary: "Update run settings",
    body: RunSettings,
    status: 200,
    reply: RunSettings,
    fails: [401],
  }),
} as const;
