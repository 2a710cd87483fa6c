import { z } from "zod";
import { dropped, requireValue } from "../harmless-fields.ts";
import { imageUrl } from "../image-url.ts";
import { parseRequest } from "../parse-request.ts";
import type { TranslatedRequest } from "../translation/dialect.ts";

/**
 * The maximum completion limit. Higher limits are lowered to it: if the agent sets no limit, Anthropic's clients send
 * the longest output of a Claude model, and the answering model may allow less. Every model that we know allows this
 * much, about 12,000 words.
 */
const MAX_COMPLETION_TOKENS = 16_384;

/** Fields for features of Anthropic's models, such as caching. The gateway ignores them. */
const extras = { cache_control: dropped, citations: dropped };

const text = z.strictObject({ type: z.literal("text"), text: z.string(), ...extras });
const image = z.strictObject({
  type: z.literal("image"),
  source: z.discriminatedUnion(
    "type",
    [
      z.strictObject({
        type: z.literal("base64"),
        media_type: z.string().regex(/^image\/(png|jpeg|gif|webp)$/),
        data: z.string(),
      }),
      // Anthropic accepts only https here. Images that callers upload arrive as data URLs, and agents that were written
      // for https URLs should read them, too.
      z.strictObject({ type: z.literal("url"), url: imageUrl }),
    ],
    { error: "an image must be an https URL (type url) or part of the request (type base64)" },
  ),
  ...extras,
});
const toolUse = z.strictObject({
  type: z.literal("tool_use"),
  id: z.string(),
  name: z.string(),
  input: z.record(z.string(), z.json()),
  caller: dropped,
  ...extras,
});
const toolResult = z.strictObject({
  type: z.literal("tool_result"),
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(text)]).optional(),
  is_error: z.boolean().optional(),
  ...extras,
});
const thinking = z.looseObject({ type: z.enum(["thinking", "redacted_thinking"]) });

const message = z.discriminatedUnion("role", [
  z.strictObject({
    role: z.literal("user"),
    content: z.union([z.string(), z.array(z.discriminatedUnion("type", [text, image, toolResult]))]),
  }),
  z.strictObject({
    role: z.literal("assistant"),
    content: z.union([z.string(), z.array(z.discriminatedUnion("type", [text, toolUse, thinking]))]),
  }),
]);

const tool = z.strictObject({
  type: z.literal("custom").nullish(),
  name: z.string(),
  description: z.string().optional(),
  input_schema: z.record(z.string(), z.json()),
  strict: z.boolean().optional(),
  cache_control: dropped,
});
const single = { disable_parallel_tool_use: z.boolean().optional() };

/** Fields that are not listed are rejected, as for chat completions. */
const messagesRequest = z.strictObject({
  model: z.string(),
  max_tokens: z.int().min(1),
  messages: z.array(message).min(1),
  system: z.union([z.string(), z.array(text)]).optional(),
  tools: z.array(tool).optional(),
  tool_choice: z
    .discriminatedUnion("type", [
      z.strictObject({ type: z.literal("auto"), ...single }),
      z.strictObject({ type: z.literal("any"), ...single }),
      z.strictObject({ type: z.literal("tool"), name: z.string(), ...single }),
      z.strictObject({ type: z.literal("none") }),
    ])
    .optional(),
  output_config: z
    .strictObject({
      format: z
        .strictObject({ type: z.literal("json_schema"), schema: z.record(z.string(), z.json()) })
        .nullish(),
      effort: dropped,
    })
    .optional(),
  temperature: z.number().optional(),
  top_p: z.number().optional(),
  stop_sequences: z.array(z.string()).optional(),
  stream: z.boolean().optional(),
  top_k: dropped,
  metadata: dropped,
  thinking: dropped,
  service_tier: requireValue(
    ["auto", "standard_only"],
    'only the standard tier is available. Omit the field, or set it to "auto" or "standard_only".',
  ),
});

type MessagesRequest = z.infer<typeof messagesRequest>;
type Message = MessagesRequest["messages"][number];

/**
 * Parses a request to Anthropic's Messages API.
 * @throws GatewayError 400 if the body is not valid JSON, or naming the field that is invalid or not supported.
 */
function parseMessagesRequest(body: string): MessagesRequest {
  return parseRequest(messagesRequest, body);
}

const joinText = (content: string | { text: string }[]): string =>
  typeof content === "string" ? content : content.map((block) => block.text).join("");

/**
 * Converts a user message. Tool results come first, because a chat expects them right after the calls that they answer.
 */
function toUserMessages(content: Extract<Message, { role: "user" }>["content"]): object[] {
  if (typeof content === "string") return [{ role: "user", content }];
  const results = content.flatMap((block) =>
    block.type === "tool_result"
      ? [{ role: "tool", tool_call_id: block.tool_use_id, content: joinText(block.content ?? "") }]
      : [],
  );
  const said = content.flatMap((block): object[] => {
    if (block.type === "text") return [{ type: "text", text: block.text }];
    if (block.type === "tool_result") return [];
    const { source } = block;
    const url = source.type === "url" ? source.url : `data:${source.media_type};base64,${source.data}`;
    return [{ type: "image_url", image_url: { url } }];
  });
  return said.length === 0 ? results : [...results, { role: "user", content: said }];
}

function toAssistantMessage(content: Extract<Message, { role: "assistant" }>["content"]): object {
  if (typeof content === "string") return { role: "assistant", content };
  const texts = content.flatMap((block) =>
    "text" in block && block.type === "text" ? [String(block.text)] : [],
  );
  const calls = content.flatMap((block) =>
    block.type === "tool_use" && "input" in block
      ? [
          {
            id: block.id,
            type: "function",
            function: { name: block.name, arguments: JSON.stringify(block.input) },
          },
        ]
      : [],
  );
  return {
    role: "assistant",
    content: texts.length === 0 ? null : texts.join(""),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function toToolChoice(choice: NonNullable<MessagesRequest["tool_choice"]>): unknown {
  if (choice.type === "tool") return { type: "function", function: { name: choice.name } };
  return choice.type === "any" ? "required" : choice.type;
}

/** Converts the request to a chat completion request. */
function toChatRequest(request: MessagesRequest): object {
  const { system, messages, tools, tool_choice: choice, output_config: output } = request;
  const said = messages.flatMap((each) =>
    each.role === "user" ? toUserMessages(each.content) : [toAssistantMessage(each.content)],
  );
  return {
    model: request.model,
    messages: system === undefined ? said : [{ role: "system", content: joinText(system) }, ...said],
    max_tokens: Math.min(request.max_tokens, MAX_COMPLETION_TOKENS),
    temperature: request.temperature,
    top_p: request.top_p,
    stop: request.stop_sequences,
    ...(request.stream === true ? { stream: true, stream_options: { include_usage: true } } : {}),
    ...(tools === undefined || tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, input_schema, strict }) => ({
            type: "function",
            function: { name, description, parameters: input_schema, strict },
          })),
        }),
    ...(choice === undefined ? {} : { tool_choice: toToolChoice(choice) }),
    ...(choice !== undefined &&
    "disable_parallel_tool_use" in choice &&
    choice.disable_parallel_tool_use === true
      ? { parallel_tool_calls: false }
      : {}),
    ...(output?.format
      ? {
          response_format: {
            type: "json_schema",
            json_schema: { name: "answer", schema: output.format.schema, strict: true },
          },
        }
      : {}),
  };
}

/**
 * Parses a body and returns it as the body of a chat completion.
 * @throws GatewayError 400 if the body is not valid JSON, or naming the field that is invalid or not supported.
 */
export function parseMessages(body: string): TranslatedRequest {
  const request = parseMessagesRequest(body);
  return { chat: toChatRequest(request), isStream: request.stream === true };
}
