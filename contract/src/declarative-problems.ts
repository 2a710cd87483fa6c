import {
  type AgentTool,
  type ConnectorTool,
  type DeclarativeFields,
  type DeclarativeParameter,
  isRequired,
  type Tool,
} from "./declarative-fields.ts";
import type { JsonSchema } from "./json-schema.ts";
import { placeholdersIn } from "./placeholders.ts";

/** A conflict between fields; `path` has zod's format. */
export interface DeclarationProblem {
  path: (string | number)[];
  message: string;
}

function duplicates(list: readonly { name: string }[], field: string): DeclarationProblem[] {
  return list.flatMap(({ name }, index) =>
    list.findIndex((other) => other.name === name) < index
      ? [{ path: [field, index, "name"], message: `"${name}" is there twice` }]
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

function parameterProblems(parameter: DeclarativeParameter, index: number): DeclarationProblem[] {
  const { type, default: value, choices, required } = parameter;
  const at = (field: string, message: string) => [{ path: ["input", index, field], message }];
  if (choices && type !== "string") return at("choices", "are for parameters of the type string");
  if (value === undefined) return [];
  if (required) return at("required", "cannot be true where there is a default");
  if (!IS_OF_TYPE[type](value)) return at("default", `is not of the type ${type}`);
  if (choices && !choices.some((choice) => choice === value)) return at("default", "is none of the choices");
  return [];
}

function isScalar({ type, enum: values, const: value }: JsonSchema): boolean {
  if (value !== undefined || values !== undefined) return value !== null;
  return type !== undefined && [type].flat().every((each) => !["object", "array", "null"].includes(each));
}

/** Returns the names of the arguments in a tool's path. */
export function pathArguments(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

function toolProblems(tool: Tool, index: number): DeclarationProblem[] {
  return tool.type === "connector" ? connectorToolProblems(tool, index) : agentToolProblems(tool, index);
}

/** In a run's input, null means that the value is missing. */
function agentToolProblems({ input }: AgentTool, index: number): DeclarationProblem[] {
  return Object.entries(input.properties ?? {})
    .filter(([, schema]) => schema.const === null)
    .map(([name]) => ({
      path: ["tools", index, "input", "properties", name],
      message: "cannot be null, which means not given: leave it out",
    }));
}

function connectorToolProblems(tool: ConnectorTool, index: number): DeclarationProblem[] {
  const at = (path: string[], message: string) => ({ path: ["tools", index, ...path], message });
  const query = Object.entries(tool.query?.properties ?? {});
  const inPath = pathArguments(tool.path);
  const names = [...inPath, ...query.map(([name]) => name), ...Object.keys(tool.body?.properties ?? {})];
  const twice = names.find((name, place) => names.indexOf(name) < place);
  const found = query
    .filter(([, schema]) => !isScalar(schema))
    .map(([name]) => at(["query", "properties", name], "must be a text, a number or true and false"));
  if (twice !== undefined) found.push(at([], `The argument "${twice}" is there twice`));
  if (tool.body && (tool.method === "GET" || tool.method === "HEAD"))
    found.push(at(["body"], `${tool.method} sends no body`));
  return found;
}

function exampleProblems({ input, examples }: DeclarativeFields): DeclarationProblem[] {
  return examples.flatMap((example, index) => {
    const unknown = Object.keys(example).filter((name) => !input.some((each) => each.name === name));
    const missing = input.filter((each) => isRequired(each) && !Object.hasOwn(example, each.name));
    return [
      ...unknown.map((name) => ({ path: ["examples", index, name], message: "is not among the input" })),
      ...missing.map(({ name }) => ({ path: ["examples", index], message: `lacks "${name}"` })),
    ];
  });
}

function stepProblems({ tools, limits }: DeclarativeFields): DeclarationProblem[] {
  if (tools.length === 0 || limits.steps > 1) return [];
  const message = "must be at least 2 where there are tools: one to call them, one to answer";
  return [{ path: ["limits", "steps"], message }];
}

/** Returns the problems that the schema of a single field cannot detect. */
export function declarationProblems(agent: DeclarativeFields): DeclarationProblem[] {
  const known = new Set(agent.input.map(({ name }) => name));
  const unknown = placeholdersIn(agent.instructions).filter((name) => !known.has(name));
  return [
    ...unknown.map((name) => ({
      path: ["instructions"],
      message: `{{ ${name} }} is not among the input`,
    })),
    ...duplicates(agent.input, "input"),
    ...agent.input.flatMap(parameterProblems),
    ...duplicates(agent.tools, "tools"),
    ...agent.tools.flatMap(toolProblems),
    ...stepProblems(agent),
    ...exampleProblems(agent),
  ];
}
