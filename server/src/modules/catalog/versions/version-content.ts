import { createHash } from "node:crypto";
import { ConnectorUse, FrameworkName, Json, readingUse } from "@stoa/contract";
import type { EntryPoint, Framework, InputParameter, JsonValue, RuntimeName } from "@stoa/runtime/protocol";
import * as z from "zod";

/** Shapes of the jsonb columns of agent_versions; what comes out of the database is parsed, not believed. */
export const StoredFramework = FrameworkName satisfies z.ZodType<Framework>;
export const StoredEntry = z.object({
  name: z.string(),
  kind: z.enum([
    "decorated",
    "function",
    "method",
    "lambda",
    "terminal",
    "object",
    "factory",
    "script",
    "declaration",
    "workflow",
  ]),
  output: z.string().exactOptional(),
  engine: z.literal("n8n").exactOptional(),
  object: z.enum(["runnable", "graph", "agent", "team"]).exactOptional(),
  takes: z.enum(["input_data", "parameters", "none"]),
}) satisfies z.ZodType<EntryPoint>;

export const StoredInputs = z.array(
  z.object({
    name: z.string(),
    type: z.enum(["string", "integer", "number", "boolean", "array", "object"]),
    required: z.boolean(),
    description: z.string(),
    default: Json.exactOptional(),
    choices: z.array(z.string()).exactOptional(),
  }),
) satisfies z.ZodType<InputParameter[]>;
/** The first versions hold the names of services alone, which meant nothing then and means reading now. */
const StoredUse = z.union([ConnectorUse, z.string().transform(readingUse)]);
export const StoredManifest = z.object({
  models: z.array(z.string()),
  connectors: z.array(StoredUse),
  /** Versions from before agents could call others have none. */
  agents: z.array(z.int()).default([]),
  hosts: z.array(z.string()).default([]),
  engine: z.literal("n8n").exactOptional(),
});
/** Not walked through: what comes out of a jsonb column is JSON, and the contract's schema takes seconds for hostile ones. */
export const StoredExamples = z.array(z.record(z.string(), z.custom<Json>()));

/** What an uploaded file is: everything about a version that never changes. */
export interface VersionContent {
  source: string;
  sha256: Buffer;
  filename: string;
  framework: Framework;
  agentType: string;
  entry: EntryPoint;
  inputs: InputParameter[];
  models: string[];
  /** What it uses its caller's connectors for, each service once. */
  connectors: ConnectorUse[];
  /** The other agents that it calls, each once. */
  agents: number[];
  /** Servers that it asks without a connector; `*` for those that only a run names. */
  hosts: string[];
  examples: Record<string, JsonValue>[];
  /** Names the packages that it was checked with; none: only the language's own library. */
  environmentDigest: string | undefined;
}

/** The driver that runs a file: the value of `agent_type`. */
const ADAPTERS: Readonly<Record<RuntimeName, string>> = {
  langchain: "langchain",
  autogen: "autogen",
  n8n: "workflow",
  stoa: "python",
  declarative: "declarative",
};

export function adapterOf(runtime: RuntimeName): string {
  return ADAPTERS[runtime];
}

export function sha256Of(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
