import { type ConnectorTool, type ObjectSchema, pathArguments } from "@stoa/contract/declarative-agent";
import { toStorableText } from "../python/json-bounds.ts";

type Arguments = Record<string, unknown>;

/** Half a character, which JSON can hold, has no form in an address. */
function toText(value: unknown): string {
  return toStorableText(typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
}

/** The values that are sent for a schema: what the file fixes, and of the rest what the model gave. */
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

/** An argument takes one whole part of the path and cannot leave it: its slashes are escaped, dots alone are refused. */
function buildPath(tool: ConnectorTool, given: Arguments): { path: string } | { problem: string } {
  const odd = pathArguments(tool.path).find((name) => /^\.{0,2}$/.test(toText(given[name]).trim()));
  if (odd !== undefined) return { problem: `The argument "${odd}" must be a name or a number.` };
  const path = tool.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(toText(given[name])));
  return { path };
}

/** The request that a tool's call means, below the run's gateway; or what is wrong, for the model to read. */
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
