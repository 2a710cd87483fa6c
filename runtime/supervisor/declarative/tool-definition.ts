import {
  type AgentTool,
  type ConnectorTool,
  findPathArguments,
  type JsonSchema,
  type ObjectSchema,
} from "@stoa/contract/declarative-agent";
import type { JsonValue } from "../../protocol/index.ts";
import { toStorableJson } from "../python/json-bounds.ts";
import { findSchemaProblem } from "./schema-check.ts";

/** The description of a tool for models. */
export interface ToolDefinition {
  type: "function";
  function: { name: string; description: string; parameters: object };
}

/** A tool whose arguments the file describes. */
type DescribedTool = ConnectorTool | AgentTool;

type Properties = Record<string, JsonSchema>;
type Arguments = { [name: string]: JsonValue };

/** Returns the properties without a fixed value. The model neither sees nor chooses the fixed values. */
function getModelProperties(schema: ObjectSchema | undefined): {
  properties: Properties;
  required: string[];
} {
  const properties = Object.fromEntries(
    Object.entries(schema?.properties ?? {}).filter(([, each]) => each.const === undefined),
  );
  return { properties, required: (schema?.required ?? []).filter((name) => Object.hasOwn(properties, name)) };
}

function buildConnectorParameters(tool: ConnectorTool): ObjectSchema {
  const inPath = findPathArguments(tool.path);
  const query = getModelProperties(tool.query);
  const body = getModelProperties(tool.body);
  const ofPath: Properties = Object.fromEntries(
    inPath.map((name): [string, JsonSchema] => [
      name,
      { type: "string", description: `In the path ${tool.path}` },
    ]),
  );
  return {
    type: "object",
    properties: { ...ofPath, ...query.properties, ...body.properties },
    required: [...inPath, ...query.required, ...body.required],
    additionalProperties: false,
  };
}

/** Returns the schema of all arguments of a tool as one object. */
function buildParameters(tool: DescribedTool): ObjectSchema {
  if (tool.type === "connector") return buildConnectorParameters(tool);
  return { type: "object", ...getModelProperties(tool.input), additionalProperties: false };
}

export function buildToolDefinition(tool: DescribedTool): ToolDefinition {
  const { name, description } = tool;
  return { type: "function", function: { name, description, parameters: buildParameters(tool) } };
}

/** Converts numbers in path arguments to strings, because models write an ID as a number. */
function allowTextInPath(tool: ConnectorTool, args: Arguments): Arguments {
  const inPath = findPathArguments(tool.path);
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === "number" && inPath.includes(name) ? String(value) : value,
    ]),
  );
}

function parseJson(text: string): { value: JsonValue } | { problem: string } {
  try {
    return { value: toStorableJson(JSON.parse(text.trim() === "" ? "{}" : text)) };
  } catch (error) {
    return {
      problem: `The arguments are not valid JSON: ${error instanceof Error ? error.message : "unreadable"}`,
    };
  }
}

/** Returns the arguments that a model wrote, or a problem for the model to read. */
export function parseArguments(text: string): { values: Arguments } | { problem: string } {
  const read = parseJson(text);
  if ("problem" in read) return read;
  const { value } = read;
  return typeof value !== "object" || value === null || Array.isArray(value)
    ? { problem: "The arguments must be a single JSON object." }
    : { values: value };
}

/** Returns the validated arguments that a model wrote, or a problem for the model to read. */
export function readArguments(
  tool: DescribedTool,
  text: string,
): { values: Arguments } | { problem: string } {
  const read = parseArguments(text);
  if ("problem" in read) return read;
  const value = read.values;
  const values = tool.type === "connector" ? allowTextInPath(tool, value) : value;
  const problem = findSchemaProblem(buildParameters(tool), values);
  return problem === undefined ? { values } : { problem: `The arguments are invalid: ${problem}.` };
}
