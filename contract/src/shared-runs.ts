import * as z from "zod";
import { Artifact } from "./files.ts";
import { defineRoute } from "./routes.ts";
import { RunStatus } from "./run-status.ts";
import { RunParams } from "./runs.ts";
import { Json, Ok, Timestamp } from "./values.ts";

/** A run as readers of its link see it. It says neither who ran the agent nor what it cost. */
export const SharedRun = z
  .object({
    agent: z
      .object({ id: z.int(), name: z.string() })
      .nullable()
      .meta({ description: "The agent; null if it is not public now" }),
    status: RunStatus,
    input_data: Json.meta({
      description:
        'The input. In place of a file it has an object with the name of the file, or null for a deleted file: `{ "file": "report.pdf" }`',
    }),
    agent_output: Json,
    artifacts: z.array(Artifact).meta({ description: "Files that the agent returned" }),
    created_at: Timestamp.meta({ description: "Time at which the run started" }),
    shared_at: Timestamp,
  })
  .meta({ id: "SharedRun" });
export type SharedRun = z.infer<typeof SharedRun>;

/** A new link to a run. The server keeps only a hash of it, so this is the only time that the link is shown. */
export const RunLink = z
  .object({ url: z.string().meta({ description: "Anyone with this URL can read the run" }) })
  .meta({ id: "RunLink" });
export type RunLink = z.infer<typeof RunLink>;

export const RunLinkState = z
  .object({
    shared_at: Timestamp.nullable().meta({ description: "When the link was created; null if there is none" }),
  })
  .meta({ id: "RunLinkState" });
export type RunLinkState = z.infer<typeof RunLinkState>;

const common = {
  path: "/execute/runs/:id/link",
  auth: "session",
  tag: "Runs",
  params: RunParams,
  status: 200,
} as const;

export const sharedRunRoutes = {
  link: defineRoute({
    ...common,
    method: "GET",
    scope: "read",
    summary: "Get whether a run has a link",
    reply: RunLinkState,
    fails: [401, 404],
  }),
  share: defineRoute({
    ...common,
    method: "POST",
    scope: "run",
    summary: "Share a run by link",
    reply: RunLink,
    fails: [401, 404, 409],
  }),
  unshare: defineRoute({
    ...common,
    method: "DELETE",
    scope: "run",
    summary: "Revoke the link to a run",
    reply: Ok,
    fails: [401, 404],
  }),
  shared: defineRoute({
    method: "GET",
    path: "/shared-runs/:token",
    auth: "public",
    tag: "Runs",
    summary: "Read a shared run",
    params: z.object({ token: z.string().regex(/^[\w-]{32}$/, "This is not a valid link") }),
    status: 200,
    reply: SharedRun,
    fails: [404],
  }),
} as const;
