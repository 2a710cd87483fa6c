import { InputData, RunRequest } from "@stoa/contract";
import * as z from "zod";
import { AppError, invalidField } from "../../platform/http/app-error.ts";
import type { ReadMessages } from "./message-parts.ts";

/** Fields beside OpenAI's own, which clients send with `extra_body` or as additional properties. */
export const stoaFields = {
  input_data: InputData.optional(),
  max_cost: RunRequest.shape.max_cost.nullable(),
  timeout: RunRequest.shape.timeout.nullable(),
  conversation_id: RunRequest.shape.conversation_id.nullable(),
  cancel_on_disconnect: z.boolean().nullish(),
};

export const ModelName = z
  .string({ error: "you must provide a model parameter, such as agent/12" })
  .max(300, "model must be at most 300 characters long");

export const TokenLimit = z
  .int({ error: "The limit of tokens must be a whole number" })
  .min(1, "The limit of tokens must be at least 1")
  .max(1_000_000_000, "The limit of tokens is too large")
  .nullish();

/** A request to run an agent, in whichever of OpenAI's APIs it came. */
export interface AgentRequest extends ReadMessages {
  model: string;
  inputData: InputData;
  maxCost: number | undefined;
  timeout: number | undefined;
  conversationId: string | undefined;
  /** The turn of the conversation that the request follows; the current one by default. */
  parentTurn?: number;
  maxOutputTokens: number | undefined;
  /** The properties that the answer must have, if the request wants JSON. */
  wantedProperties: readonly string[] | undefined;
  cancelsOnDisconnect: boolean;
}

type StoaFields = z.output<z.ZodObject<typeof stoaFields>>;

/** Returns the part of an agent's request that both APIs send in the same fields. */
export function readStoaFields(fields: StoaFields) {
  return {
    inputData: fields.input_data ?? {},
    maxCost: fields.max_cost ?? undefined,
    timeout: fields.timeout ?? undefined,
    conversationId: fields.conversation_id ?? undefined,
    cancelsOnDisconnect: fields.cancel_on_disconnect === true,
  };
}

/**
 * Refuses fields that change the meaning of the answer and that an agent cannot follow. Fields that only tune a model, such
 * as `temperature`, have no effect: the agent's developer has chosen its models and their settings.
 * @throws AppError 400 that names the first of these fields and what to do instead
 */
export function refuseFields(
  fields: Readonly<Record<string, unknown>>,
  refused: readonly RefusedField[],
): void {
  const found = refused.find(({ name, isHarmless }) => {
    const value = fields[name];
    return value !== undefined && value !== null && !isHarmless(value);
  });
  if (!found) return;
  throw new AppError(400, "invalid_request", `Unsupported parameter: '${found.name}'. ${found.remedy}`, {
    errors: [{ field: found.name, message: found.remedy }],
  });
}

export interface RefusedField {
  name: string;
  remedy: string;
  /** Returns whether the value asks for nothing that agents do not do. */
  isHarmless: (value: unknown) => boolean;
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
const AGENTS_CALL_TOOLS =
  "Agents call their own tools. Leave it out, and read what the agent did in the trace of the run";

/** The fields that both APIs refuse. */
export const REFUSED_FIELDS: readonly RefusedField[] = [
  { name: "tools", remedy: AGENTS_CALL_TOOLS, isHarmless: isEmptyList },
  { name: "functions", remedy: AGENTS_CALL_TOOLS, isHarmless: isEmptyList },
];

/** A request for an answer as JSON, as both APIs describe it. */
export const AnswerFormat = z.union([
  z.looseObject({ type: z.literal("text") }),
  z.looseObject({ type: z.literal("json_object") }),
  z.looseObject({
    type: z.literal("json_schema"),
    schema: z.looseObject({ required: z.array(z.string()).optional() }).nullish(),
    json_schema: z
      .looseObject({ schema: z.looseObject({ required: z.array(z.string()).optional() }).nullish() })
      .nullish(),
  }),
]);

/** Returns the properties that the answer must have; undefined if it may be text. */
export function readWantedProperties(format: z.output<typeof AnswerFormat> | null | undefined) {
  if (!format || format.type === "text") return undefined;
  if (format.type === "json_object") return [];
  return (format.json_schema?.schema ?? format.schema)?.required ?? [];
}

/** @throws AppError 400 for a request that contains neither a message, nor inputs, nor files */
export function requireContent({ message, files, inputData }: AgentRequest, field: string): void {
  if (message !== "" || files.length > 0 || Object.keys(inputData).length > 0) return;
  throw invalidField(field, "The message is empty. Send text, a file, or the agent's inputs as input_data");
}
