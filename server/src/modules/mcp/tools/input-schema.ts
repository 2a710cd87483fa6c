import { type InputParam, type Json, LIMITS } from "@stoa/contract";

type Schema = Record<string, Json>;

/** The schema of the argument with which a model limits the cost of a run. */
export const MAX_COST_SCHEMA: Schema = {
  type: "number",
  minimum: 0,
  maximum: LIMITS.maxCostUsd,
  description: "Maximum cost of this run in USD",
};

/** A file in the arguments of a tool: one that is stored already, or its content. */
const FILE_SCHEMA: Schema = {
  anyOf: [
    { type: "string", pattern: "^file_[0-9a-f]{32}$", description: "ID of one of your files" },
    {
      type: "object",
      properties: {
        name: { type: "string", description: "File name with its extension" },
        data: { type: "string", contentEncoding: "base64", description: "Content of a small file in base64" },
      },
      required: ["name", "data"],
      additionalProperties: false,
    },
  ],
};

const TYPES: Readonly<Record<InputParam["type"], Schema>> = {
  string: { type: "string" },
  integer: { type: "integer" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  array: { type: "array", items: {} },
  object: { type: "object" },
  file: FILE_SCHEMA,
  files: { type: "array", items: FILE_SCHEMA },
};

/** The schema of an agent's input, and the name of the argument beside it that limits the cost. */
export interface AgentInputSchema {
  schema: { type: "object"; properties: Record<string, Schema>; required: string[] };
  maxCostName: string;
}

/** Returns the schema of an agent's input parameters, together with `max_cost`. */
export function createInputSchema(params: readonly InputParam[]): AgentInputSchema {
  const maxCostName = params.some(({ name }) => name === "max_cost") ? "stoa_max_cost" : "max_cost";
  return {
    maxCostName,
    schema: {
      type: "object",
      properties: {
        ...Object.fromEntries(params.map((param) => [param.name, describeParam(param)])),
        [maxCostName]: MAX_COST_SCHEMA,
      },
      required: params.filter(({ required }) => required).map(({ name }) => name),
    },
  };
}

function describeParam({ type, description, default: preset, choices, accept }: InputParam): Schema {
  const expected = accept?.length ? `Expects ${accept.join(", ")}.` : "";
  const text = [description, expected].filter(Boolean).join(" ");
  return {
    ...TYPES[type],
    ...(text && { description: text }),
    ...(choices && { enum: choices }),
    ...(preset !== undefined && { default: preset }),
  };
}
