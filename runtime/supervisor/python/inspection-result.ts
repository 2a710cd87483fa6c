import { z } from "zod";
import { type Inspection, NOTHING_DECLARED, type Problem } from "../../protocol/index.ts";
import { toStorableJson, toStorableText } from "./json-bounds.ts";

const text = z.string().transform(toStorableText);
const texts = z.array(text);
const json = z.unknown().transform((value) => toStorableJson(value));
const problem = z.object({ line: z.number().int().positive().exactOptional(), message: text });

const connector = z.object({
  service: text,
  methods: texts.exactOptional(),
  paths: texts.exactOptional(),
  line: z.number().int().positive().exactOptional(),
});

const agent = z.object({
  agentId: z.int().positive(),
  place: text,
  line: z.number().int().positive().exactOptional(),
});

const parameter = z
  .object({
    name: text,
    type: z.enum(["string", "integer", "number", "boolean", "array", "object"]),
    required: z.boolean(),
    description: text,
    // Anything may be a default, so that an absent one has to be told apart afterwards.
    default: json.optional(),
    choices: texts.exactOptional(),
  })
  .transform(({ default: value, ...rest }) => (value === undefined ? rest : { ...rest, default: value }));

const inspectionSchema = z.object({
  framework: z.enum(["langchain", "autogen", "n8n", "stoa"]).exactOptional(),
  entry: z
    .object({
      name: text,
      kind: z.enum(["decorated", "function", "method", "lambda", "terminal", "object", "factory", "script"]),
      object: z.enum(["runnable", "graph", "agent", "team"]).exactOptional(),
      takes: z.enum(["input_data", "parameters", "none"]),
    })
    .exactOptional(),
  entryDescription: text.exactOptional(),
  parameters: z.array(parameter),
  declaration: z.object({
    name: text.exactOptional(),
    description: text.exactOptional(),
    features: texts,
    useCases: texts,
    tags: texts,
    models: texts,
    connectors: z.array(connector),
    agents: z.array(agent),
    examples: z.array(z.record(z.string(), json)),
  }),
  syntaxProblem: problem.exactOptional(),
  frameworkProblem: problem.exactOptional(),
  entryProblem: problem.exactOptional(),
  connectorProblem: problem.exactOptional(),
  agentProblem: problem.exactOptional(),
  imports: texts,
});

/** The inspector's answer, checked: it read hostile source. Throws ZodError or UnusableJson. */
export function readInspection(value: unknown): Inspection {
  return inspectionSchema.parse(value);
}

/** The answer for a file that could not even be looked at. */
export function createUnreadable(syntaxProblem: Problem): Inspection {
  return { parameters: [], declaration: NOTHING_DECLARED, imports: [], syntaxProblem };
}
