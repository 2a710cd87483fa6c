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

/** Returns the reason for an answer's end as OpenAI's finish_reason, or undefined if the provider gave none. */
export function toFinishReason({ unified, raw }: LanguageModelV3FinishReason): FinishReason | undefined {
  return unified === "other" && raw === undefined ? undefined : REASONS[unified];
}

/** Returns the provider's token counts in OpenAI's format, or undefined if there are none. */
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
