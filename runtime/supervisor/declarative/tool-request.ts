import { type ConnectorTool, findPathArguments, type ObjectSchema } from "@stoa/contract/declarative-agent";
import { toStorableText } from "../python/json-bounds.ts";

type Arguments = Record<string, unknown>;

/** Returns a value as text for a URL. Replaces unpaired surrogates, which JSON can contain but a URL cannot. */
function toText(value: unknown): string {
  return toStorableText(typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
}

/**
 * Returns the values for a schema: the file's fixed values, and the model's values for all other properties. Omits
 * missing values and null.
 */
export function listSentValues(schema: ObjectSchema | undefined, args: Arguments): [string, unknown][] {
  return Object.entries(schema?.properties ?? {})
    .map(([name, { const: fixed }]): [string, unknown] => [name, fixed === undefined ? args[name] : fixed])
    .filter(([, value]) => value !== undefined && value !== null);
}

function buildQuery(tool: ConnectorTool, args: Arguments): string {
  const values = listSentValues(tool.query, args).map(([name, value]): [string, string] => [
    name,
    toText(value),
  ]);
  return values.length === 0 ? "" : `?${new URLSearchParams(values).toString()}`;
}

/**
 * Returns the path with its arguments filled in. An argument is one segment and cannot leave it: slashes are escaped,
 * and an argument that is empty, `.` or `..` is refused.
 */
function buildPath(tool: ConnectorTool, args: Arguments): { path: string } | { problem: string } {
  const odd = findPathArguments(tool.path).find((name) => /^\.{0,2}$/.test(toText(args[name]).trim()));
  if (odd !== undefined) return { problem: `The argument "${odd}" must be a string or a number.` };
  const path = tool.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(toText(args[name])));
  return { path };
}

/** Returns the request of a tool call, relative to the run's gateway, or a problem for the model to read. */
export function buildToolRequest(
  tool: ConnectorTool,
  args: Arguments,
): { method: string; path: string; body?: unknown } | { problem: string } {
  const filledPath = buildPath(tool, args);
  if ("problem" in filledPath) return filledPath;
  const path = `/connectors/${tool.service}${filledPath.path}${buildQuery(tool, args)}`;
  const body = tool.body && Object.fromEntries(listSentValues(tool.body, args));
  return { method: tool.method, path, ...(body && { body }) };
}
