import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Examples, Exchange } from "../../tests/reference/exchange.ts";

const FOLDER = new URL("../../contract/examples/", import.meta.url);

/** The parts of an operation that contain examples. */
export interface DocumentedOperation {
  parameters?: { name?: string; in?: string; description?: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { content?: Record<string, { example?: unknown; examples?: unknown }> }>;
}

/** Returns the recorded exchanges of a group of operations; see tests/reference. */
export function readRecordedExamples(group: string): Examples {
  const path = fileURLToPath(new URL(`${group}.json`, FOLDER));
  if (!existsSync(path)) return {};
  return JSON.parse(readFileSync(path, "utf8")) as Examples;
}

/** Adds the recorded requests and responses as OpenAPI examples. */
export function addExamples(operation: DocumentedOperation, exchanges: readonly Exchange[]): void {
  const [first] = exchanges;
  if (!first) return;
  addRequest(operation, first);
  for (const { answer } of exchanges) {
    const documented = operation.responses[answer.status]?.content;
    // Files of types that generated clients do not know are documented as bytes.
    const content = documented?.[answer.type] ?? documented?.["application/octet-stream"];
    // The first exchange of each kind is the one to display.
    if (content && content.example === undefined) content.example = answer.body;
  }
}

function addRequest({ parameters = [], requestBody }: DocumentedOperation, { request }: Exchange): void {
  for (const parameter of parameters) {
    const recordedRequest =
      parameter.in === "path" ? request.params : parameter.in === "query" ? request.query : undefined;
    const value = parameter.name === undefined ? undefined : recordedRequest?.[parameter.name];
    if (value !== undefined) parameter.example = value;
  }
  const sent = request.form ?? request.body;
  for (const content of Object.values(requestBody?.content ?? {}))
    if (sent !== undefined) content.example = sent;
}
