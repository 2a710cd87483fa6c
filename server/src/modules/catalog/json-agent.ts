import { TEXTS } from "@stoa/contract";
import type { Framework } from "@stoa/runtime/protocol";
import * as z from "zod";
import type { Finding } from "./check-report.ts";
import { findJsonProblem } from "./json-problem.ts";

/** The parts of an n8n export by which it is known. */
const N8nExport = z.object({
  nodes: z.array(z.object({ name: z.string(), type: z.string() })).min(1),
  connections: z.looseObject({}),
});

/** What is looked at to tell the two apart. Nothing below is walked through: hostile nesting is as deep as it likes. */
const Document = z.looseObject({ name: z.string().optional().catch(undefined) });

export type JsonAgent =
  | { framework: Extract<Framework, "n8n" | "stoa">; name: string | null }
  | { problem: Extract<Finding, { ok: false }> };

function unrecognised(detail: string): JsonAgent {
  return { problem: { ok: false, detail } };
}

/** The first thing wrong with a shape, by the field's path. */
function describeIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue ? `field "${issue.path.join(".")}": ${issue.message}` : "its shape is not right";
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Parses JSON. A problem names line and column. */
export function parseJson(
  text: string,
): { value: z.infer<typeof Document> | undefined } | { problem: Finding } {
  const json = parsed(text);
  if (json) return { value: Document.safeParse(json.value).data };
  const found = findJsonProblem(text);
  if (!found) return { problem: { ok: false, detail: "The file is not valid JSON" } };
  const { line, column, message } = found;
  return { problem: { ok: false, detail: `Line ${line}, column ${column}: ${message}`, line } };
}

/** Which framework a JSON document belongs to, by its shape alone (reading 26). */
export function recogniseJson(document: z.infer<typeof Document> | undefined): JsonAgent {
  if (document === undefined) return unrecognised("The file must hold one JSON object");
  if ("cells" in document && "nbformat" in document) return unrecognised(TEXTS.upload.notebook);
  if ("nodes" in document || "connections" in document) {
    const workflow = N8nExport.safeParse(document);
    if (!workflow.success)
      return unrecognised(`This looks like an n8n workflow, but ${describeIssue(workflow.error)}`);
    return { framework: "n8n", name: document.name ?? null };
  }
  if ("stoa" in document) return { framework: "stoa", name: document.name ?? null };
  return unrecognised(
    'The file is neither an n8n workflow export (it has no field "nodes") nor a Stoa agent (it has no field "stoa")',
  );
}
