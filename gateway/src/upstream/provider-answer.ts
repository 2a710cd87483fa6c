import { z } from "zod";
import type { TokenUsage } from "../cost.ts";
import { readPlainPiece } from "./plain-piece.ts";

/** The largest accepted token count. No call can use more, so a larger count from a provider is ignored. */
const MAX_TOKENS = 100_000_000;
const tokens = z.int().min(0).max(MAX_TOKENS);

const usage = z.object({
  prompt_tokens: tokens,
  completion_tokens: tokens,
  prompt_tokens_details: z
    .object({ cached_tokens: tokens.nullish(), cache_write_tokens: tokens.nullish().catch(null) })
    .nullish(),
});

/** The parts of an answer that the model wrote. Providers use two names for reasoning. */
const written = z.object({
  content: z.string().nullish(),
  refusal: z.string().nullish(),
  reasoning: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  tool_calls: z
    .array(
      z.object({
        function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
});

const choice = z.object({
  message: written.nullish(),
  delta: written.nullish(),
  finish_reason: z.string().nullish(),
});

const answer = z.object({
  id: z.string().max(256).nullish().catch(null),
  created: z.int().nullish().catch(null),
  model: z.string().min(1).max(128).nullish().catch(null),
  choices: z.array(choice),
  usage: usage.nullish().catch(null),
});

const failure = z.object({
  error: z.object({
    message: z.string().catch(""),
    code: z.union([z.string(), z.number()]).nullish().catch(null),
    param: z.string().nullish().catch(null),
  }),
});

/** The data that the gateway reads from an answer, or from one event of a streamed answer. */
export type ProviderAnswer = z.infer<typeof answer>;
export type ProviderError = z.infer<typeof failure>["error"];

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses an answer or one chunk of a streamed answer. Returns undefined for any other text. */
export function readAnswer(text: string): ProviderAnswer | undefined {
  const document = parseJson(text);
  return readPlainPiece(document) ?? answer.safeParse(document).data;
}

/** Parses an answer or a chunk with the schema, without the shortcut for plain chunks. */
export function readAnswerBySchema(text: string): ProviderAnswer | undefined {
  return answer.safeParse(parseJson(text)).data;
}

/** Parses an error in OpenAI's format. Returns undefined for any other text. */
export function readError(text: string): ProviderError | undefined {
  return failure.safeParse(parseJson(text)).data?.error;
}

/** Returns the token counts from the provider, if the answer contains them. */
export function toTokenUsage(read: ProviderAnswer): TokenUsage | undefined {
  if (read.usage === null || read.usage === undefined) return undefined;
  const details = read.usage.prompt_tokens_details;
  const written = details?.cache_write_tokens ?? 0;
  return {
    promptTokens: read.usage.prompt_tokens,
    cachedPromptTokens: details?.cached_tokens ?? 0,
    ...(written === 0 ? {} : { cacheWriteTokens: written }),
    completionTokens: read.usage.completion_tokens,
  };
}

type Written = NonNullable<ProviderAnswer["choices"][number]["delta"]>;

function getWrittenPart(part: Written | null | undefined): string {
  if (part === null || part === undefined) return "";
  let text = `${part.content ?? ""}${part.refusal ?? ""}${part.reasoning ?? part.reasoning_content ?? ""}`;
  for (const { function: called } of part.tool_calls ?? [])
    text += (called?.name ?? "") + (called?.arguments ?? "");
  return text;
}

/** Returns all text that the model wrote in an answer or in one chunk of it. */
export function getWrittenText(read: ProviderAnswer): string {
  let text = "";
  for (const { message, delta } of read.choices) text += getWrittenPart(message) + getWrittenPart(delta);
  return text;
}

/** Returns the text that the model wrote, extracted from the JSON of an incomplete answer. */
export function getReceivedText(json: string): string {
  const texts = json.matchAll(
    /"(?:content|refusal|reasoning|reasoning_content|arguments)"\s*:\s*"((?:[^"\\]|\\.)*)/g,
  );
  return [...texts].map(([, text = ""]) => text.replaceAll(/\\[nrt"]/g, " ")).join("");
}

/** Returns the reason why the answer ended; undefined if it has not ended. */
export function getFinishReason(read: ProviderAnswer): string | undefined {
  return read.choices.find((each) => typeof each.finish_reason === "string")?.finish_reason ?? undefined;
}
