import type { LanguageModelV3FinishReason, LanguageModelV3Usage } from "@ai-sdk/provider";
import { answerUsage, type FinishReason } from "../../completion.ts";

const REASONS: Readonly<Record<LanguageModelV3FinishReason["unified"], FinishReason>> = {
  stop: "stop",
  length: "length",
  "content-filter": "content_filter",
  "tool-calls": "tool_calls",
  error: "stop",
  other: "stop",
};

/** Returns why an answer ended, as OpenAI's finish_reason. Undefined if the provider broke off without a reason. */
export function toFinishReason({ unified, raw }: LanguageModelV3FinishReason): FinishReason | undefined {
  return unified === "other" && raw === undefined ? undefined : REASONS[unified];
}

/** Returns the provider's count in OpenAI's format. Undefined if there is none. */
export function toWireUsage({ inputTokens, outputTokens }: LanguageModelV3Usage): object | undefined {
  if (inputTokens.total === undefined || outputTokens.total === undefined) return undefined;
  return {
    ...answerUsage(inputTokens.total, outputTokens.total),
    prompt_tokens_details: {
      cached_tokens: inputTokens.cacheRead ?? 0,
      cache_write_tokens: inputTokens.cacheWrite ?? 0,
    },
    completion_tokens_details: { reasoning_tokens: outputTokens.reasoning ?? 0 },
  };
}
