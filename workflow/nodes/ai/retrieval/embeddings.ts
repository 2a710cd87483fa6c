import { readBounded } from "@stoa/runtime/declarative";
import { z } from "zod";
import { findLiteralModelName, getModelName } from "../../../ai/model-names.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { toAiTypeNames, versions } from "../ai-node-type.ts";

/** The number of strings per request. The gateway accepts 2,048, but smaller requests show progress. */
const TEXTS_A_CALL = 256;
/** The maximum size of a response: 256 vectors of 3,072 numbers, as JSON. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

const Answer = z.object({ data: z.array(z.object({ embedding: z.array(z.number()) })) });
const Refusal = z.object({ error: z.object({ message: z.string() }) });

function formatRefusal(status: number, text: string): string {
  const refusal = Refusal.safeParse(parsedOr(text));
  return refusal.success
    ? refusal.data.error.message
    : `The request for embeddings failed (HTTP ${status}). Try again; if it keeps failing, use another model.`;
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function embedTexts(
  context: NodeContext,
  model: string,
  input: readonly string[],
): Promise<number[][]> {
  const answer = await context.services.gateway.call({
    method: "POST",
    path: "/v1/embeddings",
    body: { model, input },
    accept: "application/json",
  });
  const { text } = await readBounded(answer, MAX_ANSWER_BYTES);
  if (answer.statusCode !== 200) throw new Error(formatRefusal(answer.statusCode ?? 0, text));
  const read = Answer.safeParse(parsedOr(text));
  if (!read.success || read.data.data.length !== input.length)
    throw new Error(
      "The response with the embeddings is invalid. Try again; if it stays invalid, use another model.",
    );
  return read.data.data.map(({ embedding }) => embedding);
}

/** Requests a vector for each string from the run's gateway. @throws NodeError with the gateway's message */
async function requestEmbeddings(
  context: NodeContext,
  name: string,
  texts: readonly string[],
): Promise<number[][]> {
  const vectors: number[][] = [];
  try {
    for (let from = 0; from < texts.length; from += TEXTS_A_CALL) {
      const part = texts.slice(from, from + TEXTS_A_CALL);
      vectors.push(...(await embedTexts(context, name, part)));
    }
    return vectors;
  } catch (error) {
    context.signal.throwIfAborted();
    throw context.failure((error as Error).message, {}, { cause: error });
  }
}

/** Embeddings nodes, with the parameter that names their model. */
const NODES: readonly [type: string, upTo: number, field: string][] = [
  ["embeddingsOpenAi", 1.2, "model"],
  ["embeddingsAzureOpenAi", 1, "model"],
  ["embeddingsGoogleGemini", 1, "modelName"],
  ["embeddingsGoogleVertex", 1, "modelName"],
  ["embeddingsHuggingFaceInference", 1, "modelName"],
  ["embeddingsCohere", 1, "modelName"],
  ["embeddingsOllama", 1, "model"],
  ["embeddingsMistralCloud", 1, "model"],
  ["embeddingsAwsBedrock", 1, "model"],
];

export const EMBEDDINGS: readonly NodeType[] = NODES.map(([type, upTo, field]) => ({
  types: [toAiTypeNames(type)],
  versions: versions(1, upTo),
  supplies: {
    ai_embedding(context, itemIndex) {
      const model = getModelName(context.parameter(field, itemIndex));
      return { embed: (texts) => requestEmbeddings(context, model, texts) };
    },
  },
  needs: ({ parameters }) => ({ models: [findLiteralModelName(parameters[field])] }),
}));
