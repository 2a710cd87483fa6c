import type { LanguageModelV3CallOptions } from "@ai-sdk/provider";
import type { JSONSchema7 } from "json-schema";
import type { ChatRequest } from "../../chat-request.ts";
import type { UpstreamChat } from "../upstream.ts";
import { toPrompt } from "./prompt.ts";

const NO_PARAMETERS: JSONSchema7 = { type: "object", properties: {} };

/**
 * Converts a chat request to options for the `ai` packages. Omits fields that only OpenAI's models support
 * (logit_bias, reasoning_effort, user).
 */
export function callOptions(
  { request, granted }: UpstreamChat,
  abortSignal: AbortSignal,
): LanguageModelV3CallOptions {
  return {
    prompt: toPrompt(request.messages),
    maxOutputTokens: granted,
    abortSignal,
    ...toOptionalField("temperature", request.temperature),
    ...toOptionalField("topP", request.top_p),
    ...toOptionalField("seed", request.seed),
    ...toOptionalField("presencePenalty", request.presence_penalty),
    ...toOptionalField("frequencyPenalty", request.frequency_penalty),
    ...toOptionalField("stopSequences", typeof request.stop === "string" ? [request.stop] : request.stop),
    ...toOptionalField("tools", toTools(request)),
    ...toOptionalField("toolChoice", toToolChoice(request)),
    ...toOptionalField("responseFormat", toResponseFormat(request)),
    ...(request.parallel_tool_calls === false && (request.tools?.length ?? 0) > 0
      ? { providerOptions: { anthropic: { disableParallelToolUse: true } } }
      : {}),
  };
}

function toOptionalField<Name extends string, Value>(name: Name, value: Value | null | undefined) {
  return (value === null || value === undefined ? {} : { [name]: value }) as Partial<Record<Name, Value>>;
}

function toTools({ tools }: ChatRequest): LanguageModelV3CallOptions["tools"] {
  if (tools === null || tools === undefined || tools.length === 0) return undefined;
  return tools.map(({ function: { name, description, parameters, strict } }) => ({
    type: "function" as const,
    name,
    inputSchema: (parameters as JSONSchema7 | undefined) ?? NO_PARAMETERS,
    ...(description === undefined ? {} : { description }),
    ...(typeof strict === "boolean" ? { strict } : {}),
  }));
}

function toToolChoice({ tools, tool_choice: choice }: ChatRequest): LanguageModelV3CallOptions["toolChoice"] {
  if (choice === null || choice === undefined || (tools?.length ?? 0) === 0) return undefined;
  return typeof choice === "string" ? { type: choice } : { type: "tool", toolName: choice.function.name };
}

function toResponseFormat({
  response_format: format,
}: ChatRequest): LanguageModelV3CallOptions["responseFormat"] {
  if (format === null || format === undefined || format.type === "text") return undefined;
  if (format.type === "json_object") return { type: "json" };
  const { name, description, schema } = format.json_schema;
  return {
    type: "json",
    name,
    ...(schema === undefined ? {} : { schema }),
    ...(description === undefined ? {} : { description }),
  };
}
