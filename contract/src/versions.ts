import * as z from "zod";
import { CalledAgent, FrameworkName, InputParam } from "./catalog.ts";
import { ConnectorUse } from "./connectors.ts";
import { LIMITS } from "./limits.ts";
import { PinnedComparison } from "./pinned-comparison.ts";
import { defineRoute } from "./routes.ts";
import { AllowMissingModels, OutputNode, UploadCheck, UploadReply } from "./uploads.ts";
import {
  AgentId,
  isStorable,
  Json,
  NextCursor,
  NOT_STORABLE,
  NUMBER_MAX,
  pageQuery,
  Timestamp,
} from "./values.ts";

/** The form fields of an uploaded version, without the file. */
export const VersionFields = z
  .strictObject({
    notes: z
      .string()
      .trim()
      .max(
        LIMITS.versionNotesMaxLength,
        `Notes must be at most ${LIMITS.versionNotesMaxLength} characters long`,
      )
      .refine(isStorable, NOT_STORABLE)
      .default("")
      .meta({ description: "Release notes, visible to everyone who can see the agent" }),
    output_node: OutputNode,
    allow_missing_models: AllowMissingModels,
  })
  .meta({ id: "VersionFields" });
export type VersionFields = z.infer<typeof VersionFields>;

/**
 * The parts that can differ between two versions. Everyone may know that the code differs, but only the owner sees
 * the code.
 */
export const VersionPart = z
  .enum(["code", "framework", "inputs", "models", "connectors", "hosts", "called_agents", "examples"])
  .meta({ id: "VersionPart" });
export type VersionPart = z.infer<typeof VersionPart>;

/** A version that the operator suspended or the developer withdrew cannot be run or made current. */
export const VersionState = z
  .enum(["checking", "listed", "refused", "suspended", "withdrawn"])
  .meta({ id: "VersionState" });
export type VersionState = z.infer<typeof VersionState>;

export const AgentVersion = z
  .object({
    number: z.int(),
    created_at: Timestamp,
    activated_at: Timestamp.meta({
      description: "Time at which it last became the current version of the agent",
    }),
    is_current: z.boolean(),
    framework: FrameworkName,
    notes: z.string(),
    changed: z
      .array(VersionPart)
      .meta({ description: "What changed since the previous version that you can see" }),
    state: VersionState.exactOptional().meta({
      description: "State of the version. Returned only to the owner; others see only listed versions",
    }),
    checks: z
      .array(UploadCheck)
      .exactOptional()
      .meta({ description: "Results of the file's checks. Returned only to the owner" }),
    filename: z
      .string()
      .exactOptional()
      .meta({ description: "Name of the uploaded file. Returned only to the owner" }),
    source_sha256: z
      .string()
      .exactOptional()
      .meta({ description: "SHA-256 of the uploaded file. Returned only to the owner" }),
    files: z
      .array(z.object({ path: z.string(), bytes: z.int() }))
      .exactOptional()
      .meta({
        description: "Files of a version that was uploaded as a .zip archive. Returned only to the owner",
      }),
    environment_digest: z.string().exactOptional().meta({
      description:
        "Identifies the locked packages that the version was checked with; omitted if it uses none. Returned only to the owner",
    }),
  })
  .meta({ id: "AgentVersion" });
export type AgentVersion = z.infer<typeof AgentVersion>;

export const VersionList = z
  .object({ versions: z.array(AgentVersion), total: z.int(), next_cursor: NextCursor })
  .meta({ id: "VersionList" });
export type VersionList = z.infer<typeof VersionList>;

const VersionRef = z.object({ number: z.int(), created_at: Timestamp, notes: z.string() });
const Example = z.record(z.string(), Json);

function createPartChanges<S extends z.ZodType>(part: S) {
  return z.object({ added: z.array(part), removed: z.array(part) });
}

function createNamedPartChanges<S extends z.ZodType>(part: S) {
  return createPartChanges(part).extend({ changed: z.array(z.object({ from: part, to: part })) });
}

/** One side of a file that differs between two versions. */
const FileSide = z.object({ bytes: z.int(), sha256: z.string() });

/** A file in an archive that differs between two versions. */
const FileChange = z.object({
  path: z.string(),
  from: FileSide.nullable().meta({ description: "The file in the earlier version; null if it was added" }),
  to: FileSide.nullable().meta({ description: "The file in the later version; null if it was removed" }),
  is_text: z.boolean().meta({ description: "Whether the file is text of at most 1 MiB in both versions" }),
  patch: z.string().nullable().meta({
    description:
      "Unified diff of a text file; null for other files, for text files that differ too much, and after the first 50 files",
  }),
});

/** The differences between two versions that the caller may see. */
export const VersionDiff = z
  .object({
    from: VersionRef.nullable().meta({
      description: "Earlier version; null if there is none, in which case everything counts as added",
    }),
    to: VersionRef,
    framework: z.object({ from: FrameworkName.nullable(), to: FrameworkName }).nullable(),
    inputs: createNamedPartChanges(InputParam),
    models: createPartChanges(z.string()),
    connectors: createNamedPartChanges(ConnectorUse),
    hosts: createPartChanges(z.string()),
    called_agents: createPartChanges(CalledAgent),
    examples: createPartChanges(Example),
    code_changed: z.boolean(),
    files: z
      .object({
        added: z.array(z.string()),
        removed: z.array(z.string()),
        changed: z.array(z.string()),
        changes: z
          .array(FileChange)
          .meta({ description: "Each of these files with its differences, ordered by path" }),
      })
      .exactOptional()
      .meta({
        description:
          "Paths of files that differ, if one of the versions was uploaded as a .zip archive. Returned only to the owner",
      }),
    source: z.object({ patch: z.string().nullable() }).exactOptional().meta({
      description:
        "Unified diff of the source, or of the main file if the version is an archive; `patch` is null if the files differ too much. Returned only to the owner",
    }),
  })
  .meta({ id: "VersionDiff" });
export type VersionDiff = z.infer<typeof VersionDiff>;

/** A connection between n8n nodes: it passes items, or connects a sub-node to the node that uses it. */
const DrawnConnection = z.object({
  kind: z.string().meta({
    description:
      "Type of the connection. A `main` connection passes items; all other types connect a sub-node to the node that uses it",
  }),
  from: z.string(),
  output: z.int(),
  to: z.string(),
  input: z.int(),
});

/** A workflow with the layout of its author. */
export const WorkflowDrawing = z
  .object({
    nodes: z.array(
      z.object({
        name: z.string(),
        type: z.string(),
        x: z.number(),
        y: z.number(),
        disabled: z.boolean(),
      }),
    ),
    connections: z.array(DrawnConnection),
    pinned_nodes: z.int().meta({
      description:
        "Number of nodes after the trigger that can be compared with their pinned data; 0 if the version runs on your own n8n server",
    }),
    is_cut: z
      .boolean()
      .meta({ description: "Whether the file has more nodes or connections than the response contains" }),
  })
  .meta({ id: "WorkflowDrawing" });
export type WorkflowDrawing = z.infer<typeof WorkflowDrawing>;

const Bytes = z.number().nonnegative();

/** The packages that a version declares and installs. */
export const VersionPackages = z
  .object({
    is_own: z.boolean().meta({
      description:
        "Whether the version runs with packages that its file declares. Otherwise it runs with the server's packages, and the other fields are empty",
    }),
    python: z
      .string()
      .nullable()
      .meta({ description: "Version of Python for which the packages were chosen" }),
    declared: z.array(z.string()).meta({ description: "Packages as the file declares them" }),
    fetch_bytes: Bytes,
    installed_bytes: Bytes.meta({ description: "Size of the installed packages in bytes" }),
    packages: z
      .array(
        z.object({
          name: z.string(),
          version: z.string(),
          bytes: Bytes.nullable().meta({
            description: "Size of the download in bytes; null if the index does not say",
          }),
          released_at: Timestamp.nullable().meta({
            description: "When this version was published; null if the index does not say",
          }),
        }),
      )
      .meta({ description: "Every package that was installed, with the exact version" }),
    build_log: z
      .string()
      .exactOptional()
      .meta({ description: "How the packages were chosen and installed. Returned only to the owner" }),
  })
  .meta({ id: "VersionPackages" });
export type VersionPackages = z.infer<typeof VersionPackages>;

const VersionNumber = z.coerce.number().int().min(1).max(NUMBER_MAX);
const agentParams = z.object({ id: AgentId });
const versionParams = agentParams.extend({ number: VersionNumber });

export const VersionListQuery = z.object(pageQuery);
export type VersionListQuery = z.infer<typeof VersionListQuery>;

export const versionRoutes = {
  upload: defineRoute({
    method: "POST",
    path: "/agents/:id/versions",
    auth: "session",
    scope: "agents:write",
    tag: "Agents",
    summary: "Upload a version",
    params: agentParams,
    body: VersionFields,
    encoding: "multipart",
    status: 201,
    reply: UploadReply,
    fails: [401, 404, 409, 413, 429, 503],
  }),
  list: defineRoute({
    method: "GET",
    path: "/agents/:id/versions",
    auth: "optional",
    scope: "read",
    tag: "Agents",
    summary: "List versions",
    params: agentParams,
    query: VersionListQuery,
    status: 200,
    reply: VersionList,
    fails: [404],
  }),
  diff: defineRoute({
    method: "GET",
    path: "/agents/:id/versions/:number/diff",
    auth: "optional",
    scope: "read",
    tag: "Agents",
    summary: "Compare versions",
    params: versionParams,
    query: z.object({ from: VersionNumber.optional() }),
    status: 200,
    reply: VersionDiff,
    fails: [404],
  }),
  archive: defineRoute({
    method: "GET",
    path: "/agents/:id/versions/:number/archive",
    auth: "session",
    scope: "read",
    tag: "Agents",
    summary: "Download the files of a version",
    params: versionParams,
    status: 200,
    reply: z.string(),
    // Generators of Python clients leave out a reply of type application/zip.
    replyTypes: { "application/octet-stream": z.string().meta({ format: "binary" }) },
    fails: [401, 404],
  }),
  workflow: defineRoute({
    method: "GET",
    path: "/agents/:id/versions/:number/workflow",
    auth: "session",
    scope: "read",
    tag: "Agents",
    summary: "Get a workflow's layout",
    params: versionParams,
    status: 200,
    reply: WorkflowDrawing,
    fails: [401, 404],
  }),
  compare: defineRoute({
    method: "POST",
    path: "/agents/:id/versions/:number/compare",
    auth: "session",
    scope: "agents:write",
    tag: "Agents",
    summary: "Compare a workflow with its pinned data",
    params: versionParams,
    status: 200,
    reply: PinnedComparison,
    fails: [401, 404, 409, 429, 503],
  }),
  packages: defineRoute({
    method: "GET",
    path: "/agents/:id/versions/:number/packages",
    auth: "optional",
    scope: "read",
    tag: "Agents",
    summary: "List the packages of a version",
    params: versionParams,
    status: 200,
    reply: VersionPackages,
    fails: [404],
  }),
  activate: defineRoute({
    method: "POST",
    path: "/agents/:id/versions/:number/activate",
    auth: "session",
    scope: "agents:write",
    tag: "Agents",
    summary: "Make a version current",
    params: versionParams,
    status: 200,
    reply: UploadReply,
    fails: [401, 404, 409],
  }),
  withdraw: defineRoute({
    method: "POST",
    path: "/agents/:id/versions/:number/withdraw",
    auth: "session",
    scope: "agents:write",
    tag: "Agents",
    summary: "Withdraw a version",
    params: versionParams,
    status: 200,
    reply: AgentVersion,
    fails: [401, 404, 409],
  }),
} as const;
