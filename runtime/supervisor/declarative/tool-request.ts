import { type ConnectorTool, type ObjectSchema, pathArguments } from "@stoa/contract/declarative-agent";
import { toStorableText } from "../python/json-bounds.ts";

type Arguments = Record<string, unknown>;

/** Half a character, which JSON can contain, cannot be part of a URL. */
function toText(value: unknown): string {
  return toStorableText(typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
}

/** Returns the values for a schema: the fixed ones of the file, and the model's for the rest. */
export function listSentValues(schema: ObjectSchema | undefined, given: Arguments): [string, unknown][] {
  return Object.entries(schema?.properties ?? {})
    .map(([name, { const: fixed }]): [string, unknown] => [name, fixed === undefined ? given[name] : fixed])
    .filter(([, value]) => value !== undefined && value !== null);
}

function buildQuery(tool: ConnectorTool, given: Arguments): string {
  const values = listSentValues(tool.query, given).map(([name, value]): [string, string] => [
    name,
    toText(value),
  ]);
  return values.length === 0 ? "" : `?${new URLSearchParams(values).toString()}`;
}

/** An argument is one segment of the path and cannot leave it: slashes are escaped, and dots alone are refused. */
function buildPath(tool: ConnectorTool, given: Arguments): { path: string } | { problem: string } {
  const odd = pathArguments(tool.path).find((name) => /^\.{0,2}$/.test(toText(given[name]).trim()));
  if (odd !== undefined) return { problem: `The argument "${odd}" must be a name or a number.` };
  const path = tool.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(toText(given[name])));
  return { path };
}

/** Returns the request of a tool call, relative to the run's gateway, or a problem for the model to read. */
export function buildToolRequest(
  tool: ConnectorTool,
  given: Arguments,
): { method: string; path: string; body?: unknown } | { problem: string } {
  const filled = buildPath(tool, given);
  if ("problem" in filled) return filled;
  const path = `/connectors/${tool.service}${filled.path}${buildQuery(tool, given)}`;
  const body = tool.body && Object.fromEntries(listSentValues(tool.body, given));
  return { method: tool.method, path, ...(body && { body }) };
}
