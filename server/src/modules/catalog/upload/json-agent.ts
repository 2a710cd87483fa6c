import { TEXTS } from "@stoa/contract";
import { describeValue } from "@stoa/contract/issue-messages";
import type { Framework } from "@stoa/runtime/protocol";
import * as z from "zod";
import type { Finding } from "./check-list.ts";
import { findJsonProblem } from "./json-problem.ts";

/** The fields that every node of an n8n export has. */
const N8nNode = z.object({ name: z.string(), type: z.string() });
const Connections = z.looseObject({});

/**
 * The maximum number of nodes: five times the largest workflow that can run, to allow for notes and disabled
 * nodes. Each takes a microsecond to check.
 */
const MAX_ENTRIES = 10_000;

/**
 * The part of a document that determines its framework. Nothing below it is parsed, because hostile files can be nested
 * to any depth.
 */
const Document = z.looseObject({ name: z.string().optional().catch(undefined) });

export type JsonAgent =
  | { framework: Extract<Framework, "n8n" | "stoa">; name: string | null }
  | { problem: FailedFinding };

type FailedFinding = Extract<Finding, { ok: false }>;

function createUnrecognized(detail: string): JsonAgent {
  return { problem: { ok: false, detail } };
}

/** Describes the first problem of a shape, with the path of its field. */
function describeIssue(error: z.ZodError, field: string): string {
  const issue = error.issues[0];
  return issue ? `field "${[field, ...issue.path].join(".")}": ${issue.message}` : "its structure is invalid";
}

type Document = z.infer<typeof Document>;

/**
 * Returns why a document is not an n8n export. Stops at the first invalid node, because an export may contain
 * thousands.
 */
function findExportProblem({ nodes, connections }: Document): string | undefined {
  if (!Array.isArray(nodes)) return 'field "nodes" must be a list';
  if (nodes.length === 0) return 'field "nodes" is empty';
  if (nodes.length > MAX_ENTRIES)
    return `field "nodes" has ${nodes.length} entries; the limit is ${MAX_ENTRIES}`;
  for (const [index, node] of nodes.entries()) {
    const read = N8nNode.safeParse(node, { error: describeValue });
    if (!read.success) return describeIssue(read.error, `nodes.${index}`);
  }
  const read = Connections.safeParse(connections, { error: describeValue });
  return read.success ? undefined : describeIssue(read.error, "connections");
}

function tryParse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Parses a JSON file and recognizes its framework by its shape. A syntax problem names its line and column. */
export function readJsonAgent(text: string): { syntax: FailedFinding } | JsonAgent {
  const parsed = parseJson(text);
  return "problem" in parsed ? { syntax: parsed.problem } : recognizeJson(parsed.value);
}

function parseJson(
  text: string,
): { value: z.infer<typeof Document> | undefined } | { problem: FailedFinding } {
  const json = tryParse(text);
  if (json) return { value: Document.safeParse(json.value).data };
  const found = findJsonProblem(text);
  if (!found) return { problem: { ok: false, detail: "The file is not valid JSON" } };
  const { line, column, message } = found;
  return { problem: { ok: false, detail: `Line ${line}, column ${column}: ${message}`, line } };
}

function recognizeJson(document: z.infer<typeof Document> | undefined): JsonAgent {
  if (document === undefined) return createUnrecognized("The file must contain one JSON object");
  if ("cells" in document && "nbformat" in document) return createUnrecognized(TEXTS.upload.notebook);
  if ("nodes" in document || "connections" in document) {
    const problem = findExportProblem(document);
    if (problem) return createUnrecognized(`This looks like an n8n workflow, but ${problem}`);
    return { framework: "n8n", name: document.name ?? null };
  }
  if ("stoa" in document) return { framework: "stoa", name: document.name ?? null };
  return createUnrecognized(
    'The file is neither an n8n workflow export (it has no field "nodes") nor a Stoa agent (it has no field "stoa")',
  );
}
