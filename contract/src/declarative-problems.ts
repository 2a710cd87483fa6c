import {
  type AgentTool,
  type ConnectorTool,
  type DeclarativeFields,
  type DeclarativeParameter,
  isRequired,
  type Tool,
} from "./declarative-fields.ts";
import { findMcpToolProblems } from "./declarative-mcp.ts";
import type { JsonSchema } from "./json-schema.ts";
import { findPlaceholders } from "./placeholders.ts";

/** A conflict between fields; `path` has zod's format. */
export interface DeclarationProblem {
  path: (string | number)[];
  message: string;
}

function findDuplicates(list: readonly { name: string }[], field: string): DeclarationProblem[] {
  return list.flatMap(({ name }, index) =>
    list.findIndex((other) => other.name === name) < index
      ? [{ path: [field, index, "name"], message: `"${name}" is declared twice` }]
      : [],
  );
}

const IS_OF_TYPE: Record<DeclarativeParameter["type"], (value: unknown) => boolean> = {
  string: (value) => typeof value === "string",
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

function findParameterProblems(parameter: DeclarativeParameter, index: number): DeclarationProblem[] {
  const { type, format, accept, default: value, choices, required } = parameter;
  const createProblem = (field: string, message: string) => [{ path: ["input", index, field], message }];
  if (format === "binary" && type !== "string" && type !== "array")
    return createProblem("format", "is only allowed for parameters of type string or array");
  if (format === "binary" && (choices ?? value) !== undefined)
    return createProblem(choices ? "choices" : "default", "is not allowed for a file");
  if (accept && format === undefined)
    return createProblem("accept", 'is only allowed with "format": "binary"');
  if (choices && type !== "string")
    return createProblem("choices", "are only allowed for parameters of type string");
  if (value === undefined) return [];
  if (required) return createProblem("required", "cannot be true if there is a default");
  if (!IS_OF_TYPE[type](value)) return createProblem("default", `is not of type ${type}`);
  if (choices && !choices.some((choice) => choice === value))
    return createProblem("default", "is not one of the choices");
  return [];
}

function isScalar({ type, enum: values, const: value }: JsonSchema): boolean {
  if (value !== undefined || values !== undefined) return value !== null;
  return type !== undefined && [type].flat().every((each) => !["object", "array", "null"].includes(each));
}

/** Returns the names of the arguments in a tool's path. */
export function findPathArguments(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

function findToolProblems(tool: Tool, index: number): DeclarationProblem[] {
  if (tool.type === "connector") return findConnectorToolProblems(tool, index);
  if (tool.type === "agent") return findAgentToolProblems(tool, index);
  return findMcpToolProblems(tool).map(({ path, message }) => ({ path: ["tools", index, ...path], message }));
}

/** Returns the problems of a tool that calls an agent. In a run's input, null means that the value is missing. */
function findAgentToolProblems({ input }: AgentTool, index: number): DeclarationProblem[] {
  return Object.entries(input.properties ?? {})
    .filter(([, schema]) => schema.const === null)
    .map(([name]) => ({
      path: ["tools", index, "input", "properties", name],
      message: "cannot be null. Omit it instead",
    }));
}

function findConnectorToolProblems(tool: ConnectorTool, index: number): DeclarationProblem[] {
  const createProblem = (path: string[], message: string) => ({ path: ["tools", index, ...path], message });
  const query = Object.entries(tool.query?.properties ?? {});
  const inPath = findPathArguments(tool.path);
  const names = [...inPath, ...query.map(([name]) => name), ...Object.keys(tool.body?.properties ?? {})];
  const twice = names.find((name, position) => names.indexOf(name) < position);
  const found = query
    .filter(([, schema]) => !isScalar(schema))
    .map(([name]) => createProblem(["query", "properties", name], "must be a string, a number or a boolean"));
  if (twice !== undefined) found.push(createProblem([], `The argument "${twice}" is used twice`));
  if (tool.body && (tool.method === "GET" || tool.method === "HEAD"))
    found.push(createProblem(["body"], `must be omitted, because a ${tool.method} request has no body`));
  return found;
}

function findExampleProblems({ input, examples }: DeclarativeFields): DeclarationProblem[] {
  return examples.flatMap((example, index) => {
    const unknown = Object.keys(example).filter((name) => !input.some((each) => each.name === name));
    const missing = input.filter((each) => isRequired(each) && !Object.hasOwn(example, each.name));
    return [
      ...unknown.map((name) => ({
        path: ["examples", index, name],
        message: "is not declared in the input",
      })),
      ...missing.map(({ name }) => ({ path: ["examples", index], message: `lacks "${name}"` })),
    ];
  });
}

function findStepProblems({ tools, limits }: DeclarativeFields): DeclarationProblem[] {
  if (tools.length === 0 || limits.steps > 1) return [];
  const message = "must be at least 2 if there are tools: one step to call them and one to answer";
  return [{ path: ["limits", "steps"], message }];
}

/** Returns the problems that the schema of a single field cannot detect. */
export function findDeclarationProblems(agent: DeclarativeFields): DeclarationProblem[] {
  const known = new Set(agent.input.map(({ name }) => name));
  const unknown = findPlaceholders(agent.instructions).filter((name) => !known.has(name));
  return [
    ...unknown.map((name) => ({
      path: ["instructions"],
      message: `{{ ${name} }} is not declared in the input`,
    })),
    ...findDuplicates(agent.input, "input"),
    ...agent.input.flatMap(findParameterProblems),
    ...findDuplicates(agent.tools, "tools"),
    ...agent.tools.flatMap(findToolProblems),
    ...findStepProblems(agent),
    ...findExampleProblems(agent),
  ];
}
