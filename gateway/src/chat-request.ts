import { z } from "zod";
import {
  dropped,
  noLogProbabilities,
  noTopLogProbabilities,
  notStored,
  requireValue,
  standardTier,
  verbosity,
} from "./harmless-fields.ts";
import { imageUrl } from "./image-url.ts";
import { parseRequest } from "./parse-request.ts";

/**
 * The maximum number of messages, enough for a long run. Checking a much longer conversation would block the thread for
 * milliseconds.
 */
const MAX_MESSAGES = 4_096;
/** OpenAI's own limit on tools. */
const MAX_TOOLS = 128;
/** The highest completion limit that a request may set. No model writes more, and the budget allows far less. */
const MAX_COMPLETION_TOKENS = 1_000_000;
/** The maximum number of stop sequences. OpenAI allows 4, other providers a few more. */
const MAX_STOPS = 16;

const name = z.string().min(1).max(128);
const jsonObject = z.record(z.string(), z.json());

const textPart = z.strictObject({ type: z.literal("text"), text: z.string() });

const imagePart = z.strictObject({
  type: z.literal("image_url"),
  image_url: z.strictObject({
    url: imageUrl,
    detail: z.enum(["auto", "low", "high"]).optional(),
  }),
});

const textContent = z.union([z.string(), z.array(textPart).max(MAX_MESSAGES)]);
const userContent = z.union([
  z.string(),
  z.array(z.discriminatedUnion("type", [textPart, imagePart])).max(MAX_MESSAGES),
]);

const toolCall = z.object({
  id: z.string().max(256),
  type: z.literal("function").default("function"),
  function: z.object({ name, arguments: z.string() }),
});

const speaker = { name: name.optional() };

/**
 * Clients send an assistant message back as they received it, so fields that only answers have are dropped instead of
 * rejected.
 */
const assistantMessage = z.strictObject({
  role: z.literal("assistant"),
  content: textContent.nullish(),
  refusal: z.string().nullish(),
  tool_calls: z
    .array(toolCall)
    .max(MAX_TOOLS)
    .nullish()
    .transform((calls) => (calls === null || calls?.length === 0 ? undefined : calls)),
  ...speaker,
  annotations: dropped,
  audio: dropped,
  function_call: dropped,
  reasoning: dropped,
  reasoning_content: dropped,
});

const message = z.discriminatedUnion("role", [
  z.strictObject({ role: z.literal("system"), content: textContent, ...speaker }),
  z.strictObject({ role: z.literal("developer"), content: textContent, ...speaker }),
  z.strictObject({ role: z.literal("user"), content: userContent, ...speaker }),
  assistantMessage,
  z.strictObject({
    role: z.literal("tool"),
    content: textContent,
    tool_call_id: z.string().max(256),
    ...speaker,
  }),
]);

const tool = z.strictObject({
  type: z.literal("function"),
  function: z.strictObject({
    name,
    description: z.string().optional(),
    parameters: jsonObject.optional(),
    strict: z.boolean().nullish(),
  }),
});

const toolChoice = z.union([
  z.enum(["none", "auto", "required"]),
  z.strictObject({ type: z.literal("function"), function: z.strictObject({ name }) }),
]);

const responseFormat = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text") }),
  z.strictObject({ type: z.literal("json_object") }),
  z.strictObject({
    type: z.literal("json_schema"),
    json_schema: z.strictObject({
      name,
      description: z.string().optional(),
      schema: jsonObject.optional(),
      strict: z.boolean().nullish(),
    }),
  }),
]);

const completionTokens = z.int().min(1).max(MAX_COMPLETION_TOKENS);
const penalty = z.number().min(-2).max(2);

/**
 * The fields that may reach a provider. Unlisted fields are rejected because agent code is untrusted and the key
 * belongs to the operator: `store: true` would keep data at the provider, another `service_tier` would change the
 * price, and `background` would outlive the run.
 */
const chatRequest = z.strictObject({
  model: name,
  messages: z.array(message).min(1).max(MAX_MESSAGES),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  max_tokens: completionTokens.nullish(),
  max_completion_tokens: completionTokens.nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(MAX_STOPS)]).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z
    .strictObject({
      include_usage: z.boolean().optional(),
      include_obfuscation: requireValue([false], "streams are not padded. Omit the field."),
    })
    .nullish(),
  tools: z.array(tool).max(MAX_TOOLS).nullish(),
  tool_choice: toolChoice.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  response_format: responseFormat.nullish(),
  seed: z.int().nullish(),
  presence_penalty: penalty.nullish(),
  frequency_penalty: penalty.nullish(),
  logit_bias: z.record(z.string().max(16), z.number().min(-100).max(100)).nullish(),
  n: z.literal(1, { error: "each call returns one choice. Omit the field or set it to 1." }).nullish(),
  reasoning_effort: z.enum(["none", "minimal", "low", "medium", "high", "xhigh"]).nullish(),
  verbosity,
  store: notStored,
  logprobs: noLogProbabilities,
  top_logprobs: noTopLogProbabilities,
  service_tier: standardTier,
  modalities: z
    .tuple([z.literal("text")], {
      error: 'only text output is supported. Omit the field or set it to ["text"].',
    })
    .nullish()
    .transform((): undefined => undefined),
  metadata: dropped,
  user: dropped,
  safety_identifier: dropped,
  prompt_cache_key: dropped,
});

export type ChatRequest = z.infer<typeof chatRequest>;
export type ChatMessage = z.infer<typeof message>;
export type ChatTool = z.infer<typeof tool>;
export type ChatJson = z.infer<typeof jsonObject>;

/**
 * Parses a chat request from a body.
 * @throws GatewayError 400 if the body is not valid JSON, or naming the field that is invalid or not supported.
 */
export function parseChatRequest(body: string): ChatRequest {
  return parseRequest(chatRequest, body);
}

/** Returns the text parts of a message's content, in order. */
export function getTexts(content: ChatMessage["content"]): string[] {
  if (content === null || content === undefined) return [];
  if (typeof content === "string") return [content];
  return content.flatMap((part) => (part.type === "text" ? [part.text] : []));
}

/** Returns the number of images in a message. */
export function countImages(content: ChatMessage["content"]): number {
  if (content === null || content === undefined || typeof content === "string") return 0;
  return content.filter((part) => part.type === "image_url").length;
}
