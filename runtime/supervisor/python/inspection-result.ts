import { z } from "zod";
import { type Inspection, type InspectionProblem, NOTHING_DECLARED } from "../../protocol/index.ts";
import { toStorableJson, toStorableText } from "./json-bounds.ts";

const text = z.string().transform(toStorableText);
const texts = z.array(text);
const json = z.unknown().transform((value) => toStorableJson(value));
const problem = z.object({
  path: text.exactOptional(),
  line: z.number().int().positive().exactOptional(),
  message: text,
});

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

const host = z.object({ host: text, line: z.number().int().positive().exactOptional() });

const parameter = z
  .object({
    name: text,
    type: z.enum(["string", "integer", "number", "boolean", "array", "object", "file", "files"]),
    required: z.boolean(),
    description: text,
    // A default may be any value, including null, so absence is checked afterward.
    default: json.optional(),
    choices: texts.exactOptional(),
    accept: texts.exactOptional(),
  })
  .transform(({ default: value, ...rest }) => (value === undefined ? rest : { ...rest, default: value }));

const script = z.object({
  dependencies: texts,
  requiresPython: text.exactOptional(),
  hosts: texts,
  secrets: texts,
});

const thirdParty = z.object({
  module: text,
  package: text.exactOptional(),
  path: text.exactOptional(),
  line: z.number().int().positive(),
  when: z.enum(["start", "call", "optional"]),
  isShipped: z.boolean(),
});

const inspectionSchema = z.object({
  source: text.exactOptional(),
  framework: z.enum(["langchain", "autogen", "n8n", "stoa"]).exactOptional(),
  entry: z
    .object({
      name: text,
      kind: z.enum([
        "decorated",
        "function",
        "method",
        "lambda",
        "terminal",
        "program",
        "object",
        "factory",
        "script",
      ]),
      object: z.enum(["runnable", "graph", "agent", "team"]).exactOptional(),
      takes: z.enum(["input_data", "parameters", "none"]),
      memory: z.enum(["messages", "history", "thread", "state"]).exactOptional(),
      remembersCallers: z.literal(true).exactOptional(),
      messageFiles: z.literal(true).exactOptional(),
      origin: text.exactOptional(),
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
  hosts: z
    .object({
      declared: z.array(host),
      written: z.array(host.extend({ isModelEndpoint: z.boolean() })),
      serverLookup: host.pick({ line: true }).exactOptional(),
      place: z.enum(["decorator", "assignment", "metadata"]),
    })
    .exactOptional(),
  hostProblem: problem.exactOptional(),
  syntaxProblem: problem.exactOptional(),
  frameworkProblem: problem.exactOptional(),
  entryProblem: problem.exactOptional(),
  connectorProblem: problem.exactOptional(),
  agentProblem: problem.exactOptional(),
  script: script.exactOptional(),
  scriptProblem: problem.exactOptional(),
  packageProblems: z.array(problem).exactOptional(),
  pythonProblem: problem.exactOptional(),
  thirdParty: z.array(thirdParty).exactOptional(),
  offeredScript: text.exactOptional(),
  environmentNames: texts.exactOptional(),
  imports: texts,
});

/** Validates the inspector's answer, because the inspector has read hostile source. @throws ZodError or UnusableJson */
export function readInspection(value: unknown): Inspection {
  return inspectionSchema.parse(value);
}

/** Returns the result for a file that cannot be inspected. */
export function createUnreadable(syntaxProblem: InspectionProblem): Inspection {
  return { parameters: [], declaration: NOTHING_DECLARED, imports: [], syntaxProblem };
}
