import { createHash } from "node:crypto";
import type { EmbeddingInput } from "../embeddings-request.ts";
import type { EmbeddingsCall } from "../upstream/relay-embeddings.ts";
import { extractTerms } from "./text-terms.ts";

/**
 * Returns the text of an input. Tokens are decoded with the vocabulary that OpenAI's embedding models share. The
 * vocabulary uses 4 MB, so the first call that needs it loads it.
 */
async function toText(input: EmbeddingInput): Promise<string> {
  if (typeof input === "string") return input;
  const { decode } = await import("gpt-tokenizer/encoding/cl100k_base");
  try {
    return decode(input);
  } catch {
    // Token ids outside the vocabulary have no text.
    return "";
  }
}

/**
 * Converts the words of `text` to a vector. Each stem adds to a position that its hash determines, so inputs with the
 * same words get similar vectors. Synonyms are not recognized.
 */
export function toWordVector(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const term of extractTerms(text)) {
    const hash = createHash("sha1").update(term).digest();
    const place = hash.readUInt32BE(0) % dimensions;
    // Without the sign, two stems at the same position would look alike.
    vector[place] = (vector[place] ?? 0) + ((hash[4] ?? 0) % 2 === 0 ? 1 : -1);
  }
  const length = Math.hypot(...vector);
  // Input without words gets the same small value everywhere, because a vector of length 0 would break cosine
  // similarity.
  if (length === 0) return vector.fill(1 / Math.sqrt(dimensions));
  return vector.map((value) => value / length);
}

function encodeVector(
  vector: number[],
  format: EmbeddingsCall["request"]["encoding_format"],
): number[] | string {
  return format === "base64" ? Buffer.from(new Float32Array(vector).buffer).toString("base64") : vector;
}

/** The parts of an embeddings request that determine the answer. */
export interface EmbedInput {
  inputs: EmbeddingInput[];
  dimensions: number;
  format: EmbeddingsCall["request"]["encoding_format"];
  model: string;
  promptTokens: number;
}

/** Returns the response body for an embeddings call, based on the words of each input. */
export async function buildEmbeddingsBody(input: EmbedInput): Promise<string> {
  const data: object[] = [];
  for (const [index, each] of input.inputs.entries()) {
    const vector = toWordVector(await toText(each), input.dimensions);
    data.push({ object: "embedding", index, embedding: encodeVector(vector, input.format) });
  }
  const usage = { prompt_tokens: input.promptTokens, total_tokens: input.promptTokens };
  return JSON.stringify({ object: "list", data, model: input.model, usage });
}
