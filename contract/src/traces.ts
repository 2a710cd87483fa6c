import * as z from "zod";
import { ErrorCode } from "./errors.ts";
import { defineRoute } from "./routes.ts";
import { RunStatus } from "./run-status.ts";
import { InputData, NodeOfRun } from "./runs.ts";
import { Json, RunId, Timestamp, Usd } from "./values.ts";

/** What every entry of a trace has: when it happened, in seconds from the run's start. */
const entry = { at: z.number() };

/**
 * Words that the agent's code wrote. Null if the reader is its developer, the caller has not shared the run, and the
 * words are not in the agent's file, as they may be the caller's; and null for the caller of a run that was stopped
 * before it delivered anything and cost nothing.
 */
const Words = z.string().nullable();

/** What a model was asked and answered, each cut at a bound. Kept only where the run's owner has turned it on. */
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
      cost: Usd.meta({ description: "What the provider asks for the call, US dollars" }),
      outcome: z.enum(["completed", "cut", "client_gone", "error"]),
      error: z.string().nullable(),
      content: ModelCallContent.nullable(),
    }),
    z.object({
      ...entry,
      type: z.literal("step"),
      kind: z.enum(["message", "tool_call", "tool_result"]),
      source: Words,
      text: Words,
    }),
    z.object({
      ...entry,
      type: z.literal("node"),
      ...NodeOfRun.shape,
      node: Words,
      error: Words,
      items: z.array(z.array(Json)).nullable().meta({
        description:
          "The first items by output, shortened; for the agent's developer, and of another's run while it is shared",
      }),
    }),
    z.object({
      ...entry,
      type: z.literal("connector_call"),
      duration: z.number(),
      service: z.string(),
      method: z.string(),
      /** Without its query. */
      path: Words,
      outcome: z.enum(["answered", "refused", "failed"]).meta({
        description: "refused: by Stoa, before the service was asked; failed: no whole answer could be had",
      }),
      status: z.int().nullable(),
      /** Why it was refused or failed. */
      reason: z.string().nullable(),
    }),
    z.object({
      ...entry,
      type: z.literal("agent_call"),
      duration: z.number(),
      /** Null where the agent that runs does not declare it: the number is then whatever its code chose. */
      agent_id: z.int().nullable(),
      agent_name: z.string().nullable(),
      /** Null where no run was started. */
      run_id: z.string().nullable(),
      outcome: z.enum(["answered", "refused", "failed"]).meta({
        description:
          "refused: no run was started; failed: the run did not complete; `cost` is what was charged all the same",
      }),
      tokens: z.int(),
      cost: Usd,
      /** Why it was refused or failed. */
      reason: Words,
    }),
    z.object({
      ...entry,
      type: z.literal("progress"),
      message: Words,
      fraction: z.number().nullable(),
    }),
    z.object({
      ...entry,
      type: z.literal("log"),
      level: z.enum(["debug", "info", "warning", "error"]),
      message: Words,
    }),
  ])
  .meta({ id: "TraceEntry" });
export type TraceEntry = z.infer<typeof TraceEntry>;

/** What happened in a run, in order. */
export const RunTrace = z
  .object({
    run_id: z.string(),
    /** Whose eyes it is for. `both`: the developer of an agent ran it and sees both parts. */
    reader: z.enum(["caller", "developer", "both"]),
    status: RunStatus,
    started_at: Timestamp,
    execution_time: z.number(),
    agent: z.object({ id: z.int(), name: z.string(), version: z.int() }),
    entries: z.array(TraceEntry),
    /** There are more entries than a trace shows. */
    is_cut: z.boolean(),
    /** Contents, log, progress and steps are past their time and gone; model calls stay. */
    is_expired: z.boolean(),
    /** Whether the caller lets the agent's developer read the contents of this run. */
    shared: z.boolean(),
    /** The caller's; for the developer once it is shared. */
    content: z.object({ input: InputData, output: Json }).nullable(),
    failure: z
      .object({
        error: ErrorCode,
        detail: Words,
        /** For the agent's developer alone. */
        traceback: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: "RunTrace" });
export type RunTrace = z.infer<typeof RunTrace>;

export const RunSharing = z.strictObject({ shared: z.boolean() }).meta({ id: "RunSharing" });

/** What an account wants to be kept of the runs that it starts. */
export const RunSettings = z
  .strictObject({
    keep_model_content: z.boolean().meta({
      description:
        "Keep what models were asked and answered in your runs, for the agents' developers. They read it in runs of your own agents and in runs that are shared.",
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
    summary:
      "What happened in a run: for its caller, and for the agent's developer without the caller's content",
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
