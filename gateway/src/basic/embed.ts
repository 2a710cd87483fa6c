import type { EmbeddingsCall } from "../upstream/relay-embeddings.ts";
import { runHeavyCall } from "../work/heavy-call.ts";
import { buildEmbeddingsBody } from "./embeddings-body.ts";

/** The length of text-embedding-3-small's vectors, so that vector stores created for that model work. */
const DIMENSIONS = 1_536;

const EMBED = { name: "embedBasic", work: buildEmbeddingsBody } as const;
/** The cost of one vector for the queue: creating and writing it takes as long as reading this many characters. */
const CHARS_PER_VECTOR = 1_024;

/** Answers an embeddings call without a provider. */
export async function embedWithBasic(
  embedding: EmbeddingsCall & { work: { chars: number; owner: string } },
): Promise<void> {
  const { request, inputs, model, usage, call, response, work } = embedding;
  const dimensions = request.dimensions ?? DIMENSIONS;
  const embedOptions = { inputs, dimensions, format: request.encoding_format, model: model.name };
  const chars = work.chars + inputs.length * CHARS_PER_VECTOR;
  const body = await runHeavyCall(
    EMBED,
    { ...embedOptions, promptTokens: usage.promptTokens },
    { owner: work.owner, chars },
  );
  call.end({ ...usage, countedBy: "gateway", modelAnswered: model.name, outcome: "completed" });
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
}
