import { z } from "zod";
import {
  dropped,
  noTopLogProbabilities,
  notStored,
  requireValue,
  standardTier,
  verbosity,
} from "../harmless-fields.ts";
import { imageUrl } from "../image-url.ts";
import { createInvalidRequest } from "../openai-error.ts";
import { parseRequest } from "../parse-request.ts";
import type { TranslatedRequest } from "../translation/dialect.ts";
import {
  SEARCH_FUNCTION,
  toWebSearch,
  WEB_SEARCH_TYPES,
  type WebSearch,
  webSearchTool,
} from "../web-search/web-search-tool.ts";

const ignoredFields = { id: dropped, status: dropped };

const text = z.strictObject({
  type: z.enum(["input_text", "output_text", "text"]),
  text: z.string(),
  annotations: dropped,
  logprobs: dropped,
  ...ignoredFields,
});
const refusal = z.strictObject({ type: z.literal("refusal"), refusal: z.string() });
const image = z.strictObject({
  type: z.literal("input_image"),
  image_url: imageUrl,
  detail: z.enum(["auto", "low", "high"]).nullish(),
});

const message = z.strictObject({
  type: z.literal("message").optional(),
  role: z.enum(["user", "assistant", "system", "developer"]),
  content: z.union([z.string(), z.array(z.discriminatedUnion("type", [text, refusal, image]))]),
  phase: dropped,
  ...ignoredFields,
});
const functionCall = z.strictObject({
  type: z.literal("function_call"),
  call_id: z.string(),
  name: z.string(),
  arguments: z.string(),
  ...ignoredFields,
});
const functionOutput = z.strictObject({
  type: z.literal("function_call_output"),
  call_id: z.string(),
  output: z.union([z.string(), z.array(text)]),
  ...ignoredFields,
});
const reasoning = z.looseObject({ type: z.literal("reasoning") });
/** A web search of an earlier response. The text that the model wrote after the search already includes the results. */
const searchCall = z.looseObject({ type: z.literal("web_search_call") });
const item = z.union([message, functionCall, functionOutput, reasoning, searchCall]);

const functionTool = z.strictObject({
  type: z.literal("function"),
  name: z.string(),
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.json()).nullish(),
  strict: z.boolean().nullish(),
});
const tool = z.discriminatedUnion("type", [functionTool, webSearchTool], {
  error: "only tools of type function and web_search are supported",
});
const format = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text") }),
  z.strictObject({ type: z.literal("json_object") }),
  z.strictObject({
    type: z.literal("json_schema"),
    name: z.string(),
    schema: z.record(z.string(), z.json()),
    description: z.string().nullish(),
    strict: z.boolean().nullish(),
  }),
]);

/** Fields that are not listed are rejected, as for chat completions. */
const responsesRequest = z.strictObject({
  model: z.string(),
  input: z.union([z.string(), z.array(item).min(1)]),
  instructions: z.string().nullish(),
  tools: z.array(tool).nullish(),
  tool_choice: z
    .union([
      z.enum(["none", "auto", "required"]),
      z.strictObject({ type: z.literal("function"), name: z.string() }),
      z.strictObject({ type: z.enum(WEB_SEARCH_TYPES) }),
    ])
    .nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  text: z.strictObject({ format: format.nullish(), verbosity }).nullish(),
  reasoning: z
    .strictObject({ effort: z.string().nullish(), summary: dropped, generate_summary: dropped })
    .nullish(),
  max_output_tokens: z.int().min(1).nullish(),
  temperature: z.number().nullish(),
  top_p: z.number().nullish(),
  stream: z.boolean().nullish(),
  user: dropped,
  /** Answers are not stored, so no request can continue one. */
  previous_response_id: z
    .null({ error: "responses are not stored. Send the conversation as input." })
    .optional(),
  store: notStored,
  background: requireValue([false], "background calls are not supported. Omit the field or set it to false."),
  service_tier: standardTier,
  top_logprobs: noTopLogProbabilities,
  metadata: dropped,
  include: dropped,
  truncation: dropped,
  stream_options: dropped,
  prompt_cache_key: dropped,
  safety_identifier: dropped,
});

type ResponsesRequest = z.infer<typeof responsesRequest>;
type Item = z.infer<typeof item>;
type Message = z.infer<typeof message>;

/**
 * Parses a request to OpenAI's Responses API.
 * @throws GatewayError 400 if the body is not valid JSON, or naming the field that is invalid or not supported.
 */
function parseResponsesRequest(body: string): ResponsesRequest {
  return parseRequest(responsesRequest, body);
}

const getText = (content: Message["content"]): string =>
  typeof content === "string"
    ? content
    : content
        .map((part) => (part.type === "input_image" ? "" : "text" in part ? part.text : part.refusal))
        .join("");

function toChatContent({ role, content }: Message): unknown {
  if (typeof content === "string" || role !== "user") return getText(content);
  return content.map((part) =>
    part.type === "input_image"
      ? { type: "image_url", image_url: { url: part.image_url, ...(part.detail && { detail: part.detail }) } }
      : { type: "text", text: "text" in part ? part.text : part.refusal },
  );
}

interface ChatTurn {
  role: string;
  content: unknown;
  tool_calls?: object[];
  tool_call_id?: string;
}

/** Adds an item to the chat. In a chat, the text and the tool calls of one turn form one message. */
function addItem(turns: ChatTurn[], each: Item): void {
  if (each.type === "function_call" && "call_id" in each && "arguments" in each) {
    const call = {
      id: each.call_id,
      type: "function",
      function: { name: each.name, arguments: each.arguments },
    };
    const last = turns.at(-1);
    if (last?.role === "assistant") last.tool_calls = [...(last.tool_calls ?? []), call];
    else turns.push({ role: "assistant", content: null, tool_calls: [call] });
  } else if (each.type === "function_call_output" && "output" in each) {
    const { output } = each;
    const content = typeof output === "string" ? output : output.map((part) => part.text).join("");
    turns.push({ role: "tool", tool_call_id: String(each.call_id), content });
  } else if ("role" in each) {
    const message = each as Message;
    turns.push({ role: message.role, content: toChatContent(message) });
  }
}

function toResponseFormat(textFormat: z.infer<typeof format>): object {
  if (textFormat.type !== "json_schema") return textFormat;
  const { name, schema, strict, description } = textFormat;
  return { type: "json_schema", json_schema: { name, schema, strict, ...(description && { description }) } };
}

function toChatTool(each: z.infer<typeof tool>): object {
  if (each.type !== "function") return SEARCH_FUNCTION;
  const { type, name, description, parameters, strict } = each;
  const details = { ...(description && { description }), ...(parameters && { parameters }) };
  return { type, function: { name, ...details, strict } };
}

function toChatChoice(choice: NonNullable<ResponsesRequest["tool_choice"]>): unknown {
  if (typeof choice === "string") return choice;
  const name = "name" in choice ? choice.name : SEARCH_FUNCTION.function.name;
  return { type: "function", function: { name } };
}

/**
 * Returns the web search that the request offers the model.
 * @throws GatewayError 400 if one of the agent's functions has the name of the search function.
 */
function findWebSearch({ tools }: ResponsesRequest): WebSearch | undefined {
  const offered = tools?.find((each) => each.type !== "function");
  if (offered === undefined) return undefined;
  const { name } = SEARCH_FUNCTION.function;
  if (tools?.some((each) => each.type === "function" && each.name === name))
    throw createInvalidRequest(
      `"tools" contains web search and a function named ${name}. Rename the function.`,
      "tools",
      "duplicate_tool",
    );
  return toWebSearch(offered);
}

/** Converts the request to a chat completion request. */
function toChatRequest(request: ResponsesRequest): object {
  const turns: ChatTurn[] = [];
  if (request.instructions) turns.push({ role: "system", content: request.instructions });
  if (typeof request.input === "string") turns.push({ role: "user", content: request.input });
  else for (const each of request.input) addItem(turns, each);
  const { tools, tool_choice: choice, text: textFormat } = request;
  return {
    model: request.model,
    messages: turns,
    max_completion_tokens: request.max_output_tokens,
    temperature: request.temperature,
    top_p: request.top_p,
    reasoning_effort: request.reasoning?.effort,
    verbosity: textFormat?.verbosity,
    parallel_tool_calls: request.parallel_tool_calls,
    ...(request.stream === true ? { stream: true, stream_options: { include_usage: true } } : {}),
    ...(tools && tools.length > 0 ? { tools: tools.map(toChatTool) } : {}),
    ...(choice ? { tool_choice: toChatChoice(choice) } : {}),
    ...(textFormat?.format ? { response_format: toResponseFormat(textFormat.format) } : {}),
  };
}

/**
 * Parses a body and returns it as the body of a chat completion.
 * @throws GatewayError 400 if the body is not valid JSON, or naming the field that is invalid or not supported.
 */
export function parseResponses(body: string): TranslatedRequest {
  const request = parseResponsesRequest(body);
  const search = findWebSearch(request);
  const isStream = request.stream === true;
  return { chat: toChatRequest(request), isStream, ...(search !== undefined && { search }) };
}
