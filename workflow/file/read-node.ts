import type { JsonValue } from "@stoa/runtime/protocol";
import { z } from "zod";
import { isObject } from "../model/is-object.ts";
import type { OnError, WorkflowNode } from "../model/workflow-node.ts";
import { UnreadableWorkflow } from "./workflow-problem.ts";

/** The maximum length of a name. Names appear in every error and trace. */
const MAX_NAME = 200;

/** n8n's own retry limits. */
const TRIES = { fewest: 2, usual: 3, most: 5 };
const WAIT_MS = { usual: 1_000, most: 5_000 };

/** Treats null and invalid values as unset. Exports of early n8n versions contain null, and numbers as strings. */
const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(undefined);
const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number),
]);

const FileNode = z.object({
  id: maybe(z.string()),
  name: z.string().min(1).max(MAX_NAME),
  type: z.string().min(1).max(MAX_NAME),
  typeVersion: z
    .union([
      number,
      z
        .array(number)
        .min(1)
        .transform((versions) => Math.max(...versions)),
    ])
    .nullish(),
  position: maybe(z.tuple([z.number(), z.number()])),
  parameters: z.custom<WorkflowNode["parameters"]>(isObject, "must be an object").nullish(),
  disabled: maybe(z.boolean()),
  executeOnce: maybe(z.boolean()),
  alwaysOutputData: maybe(z.boolean()),
  onError: maybe(z.enum(["stopWorkflow", "continueRegularOutput", "continueErrorOutput"])),
  continueOnFail: maybe(z.boolean()),
  retryOnFail: maybe(z.boolean()),
  maxTries: maybe(number),
  waitBetweenTries: maybe(number),
  credentials: maybe(z.record(z.string(), z.unknown())),
});

type FileNode = z.infer<typeof FileNode>;

function freeze<Value extends JsonValue>(value: Value): Value {
  if (value === null || typeof value !== "object") return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}

function getOnError({ onError, continueOnFail }: FileNode): OnError {
  return onError ?? (continueOnFail ? "continueRegularOutput" : "stopWorkflow");
}

function getRetrySettings({ retryOnFail, maxTries, waitBetweenTries }: FileNode) {
  if (!retryOnFail) return { maxTries: 1, waitBetweenTriesMs: 0 };
  return {
    maxTries: Math.min(TRIES.most, Math.max(TRIES.fewest, Math.floor(maxTries ?? TRIES.usual))),
    waitBetweenTriesMs: Math.min(WAIT_MS.most, waitBetweenTries ?? WAIT_MS.usual),
  };
}

/** Returns a node's name for error messages, or its position, such as `nodes[3]`, if it has no name. */
function readName(value: JsonValue, index: number): string {
  const name = isObject(value) ? value.name : undefined;
  return typeof name === "string" && name !== "" ? name.slice(0, MAX_NAME) : `nodes[${index}]`;
}

/** Returns a node with n8n's defaults filled in. @throws UnreadableWorkflow that names the node and the field */
export function readNode(value: JsonValue, index: number): WorkflowNode {
  const read = FileNode.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    const field = issue?.path.join(".") || `nodes[${index}]`;
    const node = readName(value, index);
    const missing = isObject(value) && value[String(issue?.path[0])] === undefined;
    throw new UnreadableWorkflow({
      message: `Node '${node}': ${field} ${missing ? "is missing" : "has an invalid value"}`,
      node,
      field,
    });
  }
  const { data } = read;
  return {
    id: data.id ?? data.name,
    name: data.name,
    type: data.type,
    version: data.typeVersion ?? 1,
    position: data.position ?? [0, 0],
    parameters: freeze(data.parameters ?? {}),
    disabled: data.disabled ?? false,
    executeOnce: data.executeOnce ?? false,
    alwaysOutputData: data.alwaysOutputData ?? false,
    onError: getOnError(data),
    ...getRetrySettings(data),
    credentials: Object.keys(data.credentials ?? {}),
  };
}
