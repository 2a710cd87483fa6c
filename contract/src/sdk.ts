import * as z from "zod";
import { Agent, AgentList, AgentListQuery, UploadFields, UploadReply } from "./catalog.ts";
import { Balance } from "./ledger.ts";
import { defineRoute } from "./routes.ts";
import { ExecuteRequest, RunStreamEvent, SdkExecutionResult, UsageStats } from "./runs.ts";
import { AgentId } from "./values.ts";
import { VersionFields } from "./versions.ts";

const params = z.object({ id: AgentId });
const tag = "Public API";

/** The public API (reading 3): the same resources, opened by an API key alone. */
export const sdkRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/sdk/agents",
    auth: "key",
    tag,
    summary: "List agents",
    query: AgentListQuery,
    status: 200,
    reply: AgentList,
    fails: [401],
  }),
  get: defineRoute({
    method: "GET",
    path: "/sdk/agents/:id",
    auth: "key",
    tag,
    summary: "One agent",
    params,
    status: 200,
    reply: Agent,
    fails: [401, 404],
  }),
  execute: defineRoute({
    method: "POST",
    path: "/sdk/agents/:id/execute",
    aliases: ["/agents/:id/invoke"],
    auth: "key",
    tag,
    summary: "Run an agent",
    params,
    body: ExecuteRequest,
    status: 200,
    reply: SdkExecutionResult,
    streams: RunStreamEvent,
    fails: [401, 402, 403, 404, 409, 413, 422, 429, 503],
    counts: "runs",
  }),
  upload: defineRoute({
    method: "POST",
    path: "/sdk/agents/upload",
    auth: "key",
    tag,
    summary: "Upload an agent",
    body: UploadFields,
    encoding: "multipart",
    status: 201,
    reply: UploadReply,
    fails: [401, 403, 413, 429, 503],
  }),
  uploadVersion: defineRoute({
    method: "POST",
    path: "/sdk/agents/:id/versions",
    auth: "key",
    tag,
    summary: "Upload a version of one's agent, which becomes the current one",
    params,
    body: VersionFields,
    encoding: "multipart",
    status: 201,
    reply: UploadReply,
    fails: [401, 404, 409, 413, 429, 503],
  }),
  usageStats: defineRoute({
    method: "GET",
    path: "/sdk/usage/stats",
    auth: "key",
    tag,
    summary: "One's usage, all time",
    status: 200,
    reply: UsageStats,
    fails: [401],
  }),
  balance: defineRoute({
    method: "GET",
    path: "/sdk/balance",
    auth: "key",
    tag,
    summary: "One's balance",
    status: 200,
    reply: Balance,
    fails: [401],
  }),
} as const;
