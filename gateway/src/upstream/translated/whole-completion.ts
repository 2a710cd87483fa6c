import type { LanguageModelV3GenerateResult } from "@ai-sdk/provider";
import { newAnswer } from "../../completion.ts";
import { finishOf, usageOf } from "./usage.ts";

/** Converts a provider's complete answer to OpenAI's chat completion. */
export function wholeCompletion(result: LanguageModelV3GenerateResult, model: string): string {
  const written = (type: "text" | "reasoning") =>
    result.content.flatMap((part) => (part.type === type ? [part.text] : [])).join("");
  const calls = result.content.flatMap((part) =>
    part.type === "tool-call"
      ? [{ id: part.toolCallId, type: "function", function: { name: part.toolName, arguments: part.input } }]
      : [],
  );
  const [text, reasoning] = [written("text"), written("reasoning")];
  const message = {
    role: "assistant",
    content: text === "" && calls.length > 0 ? null : text,
    refusal: null,
    ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  const finish = finishOf(result.finishReason) ?? "stop";
  return JSON.stringify({
    ...newAnswer(result.response?.modelId ?? model),
    object: "chat.completion",
    choices: [{ index: 0, message, logprobs: null, finish_reason: finish }],
    usage: usageOf(result.usage),
  });
}
