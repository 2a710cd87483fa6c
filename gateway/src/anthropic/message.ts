import { z } from "zod";
import type { ChatAnswer } from "../translation/chat-answer.ts";

const STOP_REASONS: Readonly<Record<string, string>> = {
  stop: "end_turn",
  length: "max_tokens",
  tool_calls: "tool_use",
  function_call: "tool_use",
  content_filter: "refusal",
};

export function stopReason(finish: string | null | undefined): string {
  return STOP_REASONS[finish ?? "stop"] ?? "end_turn";
}

function parseInput(text: string): unknown {
  try {
    return JSON.parse(text === "" ? "{}" : text);
  } catch {
    // A model can write invalid JSON. With an empty input, the caller sees that the fields are missing.
    return {};
  }
}

/** Converts a complete chat completion to Anthropic's message format. */
export function toAnthropicMessage(chat: ChatAnswer): object {
  const [choice] = chat.choices;
  const message = choice?.message;
  const text = message?.content ?? "";
  const tools = (message?.tool_calls ?? []).map((each) => ({
    type: "tool_use",
    id: each.id ?? "",
    name: each.function?.name ?? "",
    input: parseInput(each.function?.arguments ?? ""),
  }));
  return {
    id: chat.id ?? "",
    type: "message",
    role: "assistant",
    model: chat.model ?? "",
    content: [...(text === "" ? [] : [{ type: "text", text }]), ...tools],
    stop_reason: stopReason(choice?.finish_reason),
    stop_sequence: null,
    usage: {
      input_tokens: chat.usage?.prompt_tokens ?? 0,
      output_tokens: chat.usage?.completion_tokens ?? 0,
    },
  };
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  401: "authentication_error",
  402: "billing_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
};

const failure = z.object({ error: z.object({ message: z.string() }) });

/** Converts an error in OpenAI's format to Anthropic's format. */
export function toAnthropicError(status: number, body: string): object {
  let message = "The model gateway failed to handle this request. Try again shortly.";
  try {
    message = failure.parse(JSON.parse(body)).error.message;
  } catch {
    // Keep the general message.
  }
  const type = ERROR_TYPES[status] ?? (status < 500 ? "invalid_request_error" : "api_error");
  return { type: "error", error: { type, message } };
}
