import { z } from "zod";
import { dropped } from "./harmless-fields.ts";
import { parseRequest } from "./parse-request.ts";

/** OpenAI's own limit on inputs per call. LangChain sends 1,000. */
const MAX_INPUTS = 2_048;
/** OpenAI allows 8,192 tokens per input, other providers more. */
const MAX_INPUT_TOKENS = 32_768;
/** Twice the length of the longest vector of a known model, which has 3,072 numbers. */
const MAX_DIMENSIONS = 6_144;
/** A limit above every token ID: vocabularies have up to 200,000 tokens. */
const MAX_TOKEN_ID = 1_000_000;

const tokenIds = z.array(z.int().min(0).max(MAX_TOKEN_ID)).min(1).max(MAX_INPUT_TOKENS);

/** The fields that may reach a provider. Others are rejected, as for chat completions. */
const embeddingsRequest = z.strictObject({
  model: z.string().min(1).max(128),
  input: z.union([
    z.string(),
    z.array(z.string()).min(1).max(MAX_INPUTS),
    tokenIds,
    z.array(tokenIds).min(1).max(MAX_INPUTS),
  ]),
  encoding_format: z.enum(["float", "base64"]).nullish(),
  dimensions: z.int().min(1).max(MAX_DIMENSIONS).nullish(),
  user: dropped,
});

export type EmbeddingsRequest = z.infer<typeof embeddingsRequest>;

/** One input to embed, as a string or as token IDs. */
export type EmbeddingInput = string | number[];

/**
 * Parses an embeddings request from a body.
 * @throws GatewayError 400 if the body is not valid JSON, or naming the field that is invalid or not supported.
 */
export function parseEmbeddingsRequest(body: string): EmbeddingsRequest {
  return parseRequest(embeddingsRequest, body);
}

/** Returns the request's inputs one by one. */
export function toInputList({ input }: EmbeddingsRequest): EmbeddingInput[] {
  if (typeof input === "string") return [input];
  const ids = input.filter((item) => typeof item === "number");
  return ids.length > 0 ? [ids] : input.filter((item) => typeof item !== "number");
}
