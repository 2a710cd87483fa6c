import { createHash } from "node:crypto";
import type { EmbeddingInput } from "../embeddings-request.ts";
import type { EmbeddingsCall } from "../upstream/relay-embeddings.ts";
import { termsOf } from "./words.ts";

/**
 * Clients send tokens of the vocabulary that they believe the model has. OpenAI's embedding models share one; it is
 * loaded by the first call that needs it, because it takes 4 MB.
 */
async function textOf(input: EmbeddingInput): Promise<string> {
  if (typeof input === "string") return input;
  const { decode } = await import("gpt-tokenizer/encoding/cl100k_base");
  try {
    return decode(input);
  } catch {
    // Ids that the vocabulary does not have mean nothing in any language.
    return "";
  }
}

/**
 * A text's words as a vector: each stem counts at a place that its hash picks, so that texts with the same words are
 * near each other. It knows no meaning; synonyms are strangers to it.
 */
export function wordVector(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const term of termsOf(text)) {
    const hash = createHash("sha1").update(term).digest();
    const place = hash.readUInt32BE(0) % dimensions;
    // The sign keeps two stems at one place from looking alike.
    vector[place] = (vector[place] ?? 0) + ((hash[4] ?? 0) % 2 === 0 ? 1 : -1);
  }
  const length = Math.hypot(...vector);
  // A text without words is as near to all as to none; a vector of length 0 would break cosine similarity.
  if (length === 0) return vector.fill(1 / Math.sqrt(dimensions));
  return vector.map((value) => value / length);
}

function encoded(vector: number[], format: EmbeddingsCall["request"]["encoding_format"]): number[] | string {
  return format === "base64" ? Buffer.from(new Float32Array(vector).buffer).toString("base64") : vector;
}

/** What of an embeddings call its answer is made of. */
export interface EmbedInput {
  inputs: EmbeddingInput[];
  dimensions: number;
  format: EmbeddingsCall["request"]["encoding_format"];
  model: string;
  promptTokens: number;
}

/** Returns the body that answers an embeddings call, by the words of each text. */
export async function embeddingsBody(input: EmbedInput): Promise<string> {
  const data: object[] = [];
  for (const [index, each] of input.inputs.entries()) {
    const vector = wordVector(await textOf(each), input.dimensions);
    data.push({ object: "embedding", index, embedding: encoded(vector, input.format) });
  }
  const usage = { prompt_tokens: input.promptTokens, total_tokens: input.promptTokens };
  return JSON.stringify({ object: "list", data, model: input.model, usage });
}
