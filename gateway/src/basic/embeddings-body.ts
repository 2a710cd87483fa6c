import { createHash } from "node:crypto";
import type { EmbeddingInput } from "../embeddings-request.ts";
import type { EmbeddingsCall } from "../upstream/relay-embeddings.ts";
import { termsOf } from "./words.ts";

/**
 * Clients may send tokens of the vocabulary that they expect the model to have. OpenAI's embedding models share one.
 * It uses 4 MB, so the first call that needs it loads it.
 */
async function textOf(input: EmbeddingInput): Promise<string> {
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
 * Converts a text's words to a vector. Each stem adds to a position chosen by its hash, so that texts with the same
 * words are close to each other. Synonyms are not recognized.
 */
export function wordVector(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const term of termsOf(text)) {
    const hash = createHash("sha1").update(term).digest();
    const place = hash.readUInt32BE(0) % dimensions;
    // The sign keeps two stems at the same position from looking alike.
    vector[place] = (vector[place] ?? 0) + ((hash[4] ?? 0) % 2 === 0 ? 1 : -1);
  }
  const length = Math.hypot(...vector);
  // A text without words is equally close to every other text. A vector of length 0 would break cosine similarity.
  if (length === 0) return vector.fill(1 / Math.sqrt(dimensions));
  return vector.map((value) => value / length);
}

function encoded(vector: number[], format: EmbeddingsCall["request"]["encoding_format"]): number[] | string {
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

/** Returns the response body for an embeddings call, based on the words of each text. */
export async function embeddingsBody(input: EmbedInput): Promise<string> {
  const data: object[] = [];
  for (const [index, each] of input.inputs.entries()) {
    const vector = wordVector(await textOf(each), input.dimensions);
    data.push({ object: "embedding", index, embedding: encoded(vector, input.format) });
  }
  const usage = { prompt_tokens: input.promptTokens, total_tokens: input.promptTokens };
  return JSON.stringify({ object: "list", data, model: input.model, usage });
}
