import { createHash } from "node:crypto";
import { ConnectorUse, createReadingUse, FrameworkName, Json, ParameterType } from "@stoa/contract";
import type { EntryPoint, Framework, InputParameter, JsonValue, RuntimeName } from "@stoa/runtime/protocol";
import * as z from "zod";

/** Schemas of the jsonb columns of agent_versions. What the database returns is parsed, not trusted. */
export const StoredFramework = FrameworkName satisfies z.ZodType<Framework>;
export const StoredEntry = z.object({
  name: z.string(),
  kind: z.enum([
    "decorated",
    "function",
    "method",
    "lambda",
    "terminal",
    "program",
    "object",
    "factory",
    "script",
    "declaration",
    "workflow",
  ]),
  output: z.string().exactOptional(),
  engine: z.literal("n8n").exactOptional(),
  object: z.enum(["runnable", "graph", "agent", "team"]).exactOptional(),
  memory: z.enum(["messages", "history", "thread", "state", "session"]).exactOptional(),
  remembersCallers: z.literal(true).exactOptional(),
  messageFiles: z.literal(true).exactOptional(),
  takes: z.enum(["input_data", "parameters", "none"]),
  origin: z.string().exactOptional(),
}) satisfies z.ZodType<EntryPoint>;

export const StoredInputs = z.array(
  z.object({
    name: z.string(),
    type: ParameterType,
    required: z.boolean(),
    description: z.string(),
    default: Json.exactOptional(),
    choices: z.array(z.string()).exactOptional(),
    accept: z.array(z.string()).exactOptional(),
  }),
) satisfies z.ZodType<InputParameter[]>;
/** The first uploaded versions stored only the names of services, which now means read-only use. */
const StoredUse = z.union([ConnectorUse, z.string().transform(createReadingUse)]);
/** The files of an archive. */
export const StoredFiles = z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string() }));
export const StoredManifest = z.object({
  models: z.array(z.string()),
  connectors: z.array(StoredUse),
  /** Versions from before agents could call others have no such field. */
  agents: z.array(z.int()).default([]),
  hosts: z.array(z.string()).default([]),
  model_hosts: z.array(z.string()).default([]),
  secrets: z.array(z.string()).default([]),
  engine: z.literal("n8n").exactOptional(),
  files: StoredFiles.exactOptional(),
  packages: z.object({ declared: z.array(z.string()), imports: z.array(z.string()) }).exactOptional(),
});
/**
 * Values are not validated: a jsonb column always contains JSON, and the contract's schema takes seconds for hostile
 * values.
 */
export const StoredExamples = z.array(z.record(z.string(), z.custom<Json>()));

/** The content of an uploaded file: everything about a version that never changes. */
export interface VersionContent {
  source: string;
  sha256: Buffer;
  /** The path in the archive, if the version has one. */
  filename: string;
  /** The archive that the version was uploaded as, and the files in it. */
  archive?: { packed: Buffer; files: { path: string; bytes: number; sha256: string }[] } | undefined;
  framework: Framework;
  agentType: string;
  entry: EntryPoint;
  inputs: InputParameter[];
  models: string[];
  /** The caller's connectors that the version declares, each service once. */
  connectors: ConnectorUse[];
  /** The ids of the agents that the version calls, each once. */
  agents: number[];
  /**
   * The hosts that the version reaches without a connector; `*` means that the run chooses them.
   */
  hosts: string[];
  /** The subset of `hosts` at which the developer calls models with their own key. */
  modelHosts: string[];
  /** The names of the secrets that the version requires. */
  secrets: string[];
  examples: Record<string, JsonValue>[];
  /**
   * The digest of the packages that the version was checked with; undefined if it needs only the
   * standard library.
   */
  environmentDigest: string | undefined;
  /**
   * The packages that the version's file declares, and the modules that it loads first; undefined if it has no
   * packages of its own.
   */
  packages: { declared: string[]; imports: string[] } | undefined;
}

/** The driver of each runtime, which is the value of `agent_type`. */
const ADAPTERS: Readonly<Record<RuntimeName, string>> = {
  langchain: "langchain",
  autogen: "autogen",
  n8n: "workflow",
  stoa: "python",
  declarative: "declarative",
};

export function getAdapter(runtime: RuntimeName): string {
  return ADAPTERS[runtime];
}

export function hashSource(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
