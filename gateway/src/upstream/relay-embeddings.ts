import type { ServerResponse } from "node:http";
import { z } from "zod";
import type { TokenUsage } from "../cost.ts";
import type { EmbeddingInput, EmbeddingsRequest } from "../embeddings-request.ts";
import type { MeteredCall } from "../metered-call.ts";
import type { ResolvedModel } from "../model-catalog.ts";
import { createInvalidRequest } from "../openai-error.ts";
import type { Provider } from "../providers/provider.ts";
import { exchange } from "./exchange.ts";
import { createProviderError, createUnreadableAnswerError } from "./provider-error.ts";

/** The largest base64 answer that a request can ask for: 2,048 vectors of 3,072 numbers, with their JSON. */
const MAX_ANSWER_BYTES = 40 * 1024 * 1024;
/** The largest accepted token count. No call can use more, so a larger count from a provider is ignored. */
const MAX_TOKENS = 100_000_000;

/** A granted call, and the response that receives its answer. */
export interface EmbeddingsCall {
  request: EmbeddingsRequest;
  inputs: EmbeddingInput[];
  model: ResolvedModel;
  /** The tokens as the gateway counted them. */
  usage: TokenUsage;
  call: MeteredCall;
  response: ServerResponse;
}

const answer = z.object({
  data: z.array(z.object({ embedding: z.union([z.string(), z.array(z.number())]) })),
  model: z.string().min(1).max(128).nullish().catch(null),
  usage: z
    .object({ prompt_tokens: z.int().min(0).max(MAX_TOKENS) })
    .nullish()
    .catch(null),
});

function readAnswer(text: string): z.infer<typeof answer> | undefined {
  try {
    return answer.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * Passes on a provider's vectors unchanged.
 * @throws GatewayError if there is no usable answer. In that case, nothing has been sent or recorded.
 */
export async function relayEmbeddings(relayed: EmbeddingsCall & { provider: Provider }): Promise<void> {
  const { request, inputs, model, usage, call, response, provider } = relayed;
  const embed = provider.upstream.embed?.bind(provider.upstream);
  if (embed === undefined)
    throw createInvalidRequest(
      `The model "${model.name}" does not support embeddings. Use an embedding model.`,
      "model",
      "model_not_supported",
    );
  const requestBody = JSON.stringify({ ...request, model: model.upstream });
  const { status, retryAfter, body } = await exchange(
    (receiver) => embed(model.upstream, requestBody, receiver),
    MAX_ANSWER_BYTES,
  );
  const text = body.toString("utf8");
  if (status !== 200) throw createProviderError({ status, retryAfter, body: text }, provider.config.apiKey);
  const read = readAnswer(text);
  if (read?.data.length !== inputs.length)
    throw createUnreadableAnswerError("it does not contain one vector per text");
  const reported = read.usage?.prompt_tokens;
  call.end({
    ...usage,
    promptTokens: reported ?? usage.promptTokens,
    countedBy: reported === undefined ? "gateway" : "provider",
    modelAnswered: read.model ?? model.name,
    outcome: response.closed ? "client_gone" : "completed",
  });
  if (response.closed) return;
  response.setHeader("content-type", "application/json");
  response.end(text);
}
