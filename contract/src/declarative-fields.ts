import * as z from "zod";
import { ConnectorMethod } from "./connectors.ts";
import { McpTool } from "./declarative-mcp.ts";
import { ObjectSchema } from "./json-schema.ts";
import { LIMITS } from "./limits.ts";
import { Json } from "./values.ts";

/** Limits of a declarative agent. `steps` is the default and `stepsMax` the maximum. */
export const DECLARATIVE = {
  /** Model calls per run. A task that needs more should be split into several agents. */
  steps: 8,
  stepsMax: 32,
  /** About 8,000 tokens, which are paid for with every model call. */
  instructionsMaxLength: 32_000,
  /** The maximum number of parameters. A form with more fields is hard to fill in. */
  inputsMax: 20,
  /** Models choose less reliably from a longer list of tools. */
  toolsMax: 16,
  examplesMax: 10,
} as const;

/** A name that code and templates can use. */
const Name = z
  .string()
  .regex(
    /^[A-Za-z_][A-Za-z0-9_]{0,63}$/,
    "must be at most 64 letters, digits and _, and must not begin with a digit",
  );
const Texts = z.array(z.string().trim().min(1).max(LIMITS.listItemMaxLength)).max(LIMITS.listItemsMax);

/** JSON has no comments, so this is the field that JSON Schema uses for them. */
const $comment = z
  .string()
  .max(2_000)
  .optional()
  .meta({ description: "Comment for readers of the file. It has no effect" });

const Parameter = z
  .strictObject({
    $comment,
    name: Name.meta({ description: "Name of the parameter. The instructions refer to it as {{ name }}" }),
    type: z.enum(["string", "integer", "number", "boolean", "array", "object"]).default("string"),
    format: z.literal("binary").optional().meta({
      description:
        "The parameter is a file (type string) or a list of files (type array). The model receives texts and images",
    }),
    accept: z
      .array(z.string().regex(/^\.[a-z0-9]{1,10}$/, "must be an extension such as .csv"))
      .max(20)
      .optional()
      .meta({ description: "File name extensions that the form suggests, such as .csv" }),
    description: z.string().max(500).default("").meta({ description: "Help text for the field in the form" }),
    required: z.boolean().optional().meta({
      description:
        "Whether the caller must provide the parameter. By default, a parameter without a default value is required",
    }),
    default: Json.optional(),
    choices: z.array(z.string().min(1).max(100)).min(1).max(50).optional(),
  })
  .meta({ id: "DeclarativeParameter" });

const toolFields = {
  $comment,
  name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "must have at most 64 letters, digits, _ and -"),
  description: z.string().trim().min(1).max(1_000).meta({ description: "Tells the model when to call it" }),
};

/** A tool that calls a service with the caller's connector. */
const ConnectorTool = z
  .strictObject({
    type: z.literal("connector"),
    ...toolFields,
    service: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9_.:-]{0,258}$/,
        "must be a service's name, such as github, or the host of an API",
      ),
    method: ConnectorMethod.default("GET"),
    path: z
      .string()
      .max(500)
      .regex(
        /^(?:\/(?:\{[A-Za-z_]\w{0,63}\}|[\w.~!$&'()+,;=:@-]+))+$/,
        'must start with "/"; an argument must be a whole segment, such as /repos/{owner}/{repo}/issues',
      )
      .refine((path) => !/\/\.{1,2}(?:\/|$)/.test(path), "must not contain the segments . and .."),
    query: ObjectSchema.optional().meta({
      description:
        "Query parameters of the request. A property with `const` is sent unchanged and not shown to the model",
    }),
    body: ObjectSchema.optional().meta({
      description:
        "JSON body of the request. A property with `const` is sent unchanged and not shown to the model",
    }),
  })
  .meta({ id: "ConnectorTool" });
export type ConnectorTool = z.infer<typeof ConnectorTool>;

/**
 * A tool that runs another agent. The caller pays for it within the limit of the same run
 * (docs/product-rules.md#shared-hold).
 */
const AgentTool = z
  .strictObject({
    type: z.literal("agent"),
    ...toolFields,
    agent: z.int().min(1).meta({ description: "ID of the other agent: 12 for /agent/12" }),
    input: ObjectSchema.default({
      type: "object",
      properties: { message: { type: "string" } },
      required: ["message"],
    }).meta({
      description:
        "Input of the other agent, by the names of its inputs. A property with `const` is sent unchanged and not shown to the model. Default: one text input named `message`",
    }),
  })
  .meta({ id: "AgentTool" });
export type AgentTool = z.infer<typeof AgentTool>;

const Tool = z.discriminatedUnion("type", [ConnectorTool, AgentTool, McpTool], {
  error:
    'must be "connector" (calls a service), "agent" (runs another agent) or "mcp" (offers the tools of an MCP server)',
});
export type Tool = z.infer<typeof Tool>;

/** The fields of a declarative agent, without the rules that concern several fields. */
export const DeclarativeFields = z.strictObject({
  $schema: z.string().max(500).optional(),
  $comment,
  stoa: z.literal(1, { error: "must be 1, the version of this format" }),
  name: z.string().trim().min(1).max(LIMITS.agentNameMaxLength),
  description: z.string().trim().min(1).max(LIMITS.agentDescriptionMaxLength),
  instructions: z.string().trim().min(1).max(DECLARATIVE.instructionsMaxLength).meta({
    description: "Instructions for the model. {{ parameter }} is replaced by the value from the caller",
  }),
  model: z.string().min(1).max(128).default("default"),
  input: z
    .array(Parameter)
    .min(1)
    .max(DECLARATIVE.inputsMax)
    .default([{ name: "message", type: "string", description: "" }]),
  tools: z.array(Tool).max(DECLARATIVE.toolsMax).default([]),
  output: ObjectSchema.optional().meta({
    description: "JSON Schema of the output. Without it, the output is text",
  }),
  limits: z
    .strictObject({
      steps: z
        .int()
        .min(1)
        .max(DECLARATIVE.stepsMax)
        .default(DECLARATIVE.steps)
        .meta({ description: "Maximum number of model calls per run" }),
      completion_tokens: z
        .int()
        .min(1)
        .max(100_000)
        .optional()
        .meta({ description: "Maximum number of completion tokens per model call" }),
    })
    .default({ steps: DECLARATIVE.steps }),
  examples: z.array(z.record(z.string(), Json)).max(DECLARATIVE.examplesMax).default([]),
  features: Texts.default([]),
  use_cases: Texts.default([]),
  tags: z.array(z.string().trim().min(1).max(LIMITS.tagMaxLength)).max(LIMITS.tagsMax).default([]),
});
export type DeclarativeFields = z.infer<typeof DeclarativeFields>;
export type DeclarativeParameter = DeclarativeFields["input"][number];

/** Returns whether every run must provide the parameter. */
export function isRequired(parameter: Pick<DeclarativeParameter, "required" | "default">): boolean {
  return parameter.required ?? parameter.default === undefined;
}
