import { boundText } from "@stoa/contract/bounded-text";
import type { JsonValue } from "../protocol/index.ts";
import { MCP_BOUNDS } from "./bounds.ts";
import { inlineReferences, UnusableSchema } from "./inline-references.ts";
import type { McpTool } from "./mcp-session.ts";

/** A tool of an MCP server as it is offered to a model. */
export interface ModelTool {
  /** The name by which the model calls it. */
  name: string;
  /** The name by which the server knows it. */
  original: string;
  description: string;
  parameters: { [name: string]: JsonValue };
}

interface ModelTools {
  tools: ModelTool[];
  /** The tools that no model can call, each with the reason: "The tool X was left out, because ...". */
  leftOut: string[];
}

/** The maximum number of values in a schema of 32 KiB, with references resolved. */
const MAX_SCHEMA_VALUES = 5_000;
/** The maximum length of a hostile name in a sentence. */
const MAX_NAMED_CHARS = 100;

/** Returns a name that models can call. Names of servers can contain periods and slashes, which providers refuse. */
function toModelName(name: string): string {
  return name
    .trim()
    .replace(/[^a-zA-Z0-9_-]+/g, "_")
    .replace(/_{2,}/g, "_")
    .slice(0, MCP_BOUNDS.nameChars);
}

/** Returns the name, or the name with a number if another tool has it. */
function makeUnique(name: string, taken: ReadonlySet<string>): string {
  let unique = name;
  for (let number = 2; taken.has(unique); number += 1)
    unique = `${name.slice(0, MCP_BOUNDS.nameChars - `_${number}`.length)}_${number}`;
  return unique;
}

/** @throws UnusableSchema if no model can get the schema */
function toModelSchema(parameters: ModelTool["parameters"]): ModelTool["parameters"] {
  const size = JSON.stringify(parameters).length;
  if (size > MCP_BOUNDS.schemaChars) throw new UnusableSchema(describeSize(size));
  const schema = inlineReferences(parameters, MAX_SCHEMA_VALUES);
  if (schema.type !== undefined && schema.type !== "object")
    throw new UnusableSchema("does not describe an object");
  const inlined = JSON.stringify(schema).length;
  if (inlined > MCP_BOUNDS.schemaChars) throw new UnusableSchema(describeSize(inlined));
  // Some providers refuse an object without properties.
  return { ...schema, type: "object", properties: schema.properties ?? {} };
}

const describeSize = (chars: number) =>
  `has ${Math.ceil(chars / 1024)} KiB, and at most ${MCP_BOUNDS.schemaChars / 1024} KiB are supported`;

/**
 * Returns the tools of a server in the form that models accept, and why some are left out.
 * @param prefix precedes each name, so that the tools of several servers differ
 * @param taken the names of other tools, to which the names of these are added
 */
export function toModelTools(listed: readonly McpTool[], prefix = "", taken = new Set<string>()): ModelTools {
  const tools: ModelTool[] = [];
  const leftOut: string[] = [];
  for (const { name: original, description, parameters } of listed) {
    const leaveOut = (why: string) =>
      leftOut.push(`The tool "${boundText(original, MAX_NAMED_CHARS)}" was left out, because ${why}.`);
    if (!/[a-zA-Z0-9]/.test(original)) {
      leaveOut("its name has no letter or digit, so no model can call it");
      continue;
    }
    try {
      const name = makeUnique(toModelName(prefix + original), taken);
      const schema = toModelSchema(parameters);
      taken.add(name);
      tools.push({
        name,
        original,
        description: boundText(description, MCP_BOUNDS.descriptionChars),
        parameters: schema,
      });
    } catch (error) {
      if (!(error instanceof UnusableSchema)) throw error;
      leaveOut(`its schema ${error.message}`);
    }
  }
  return { tools, leftOut };
}
