import { z } from "zod";
import { createInvalidRequest } from "./openai-error.ts";
import type { ServedModels } from "./providers/served-models.ts";
import { exchange } from "./upstream/exchange.ts";
import { createProviderError, createUnreadableAnswerError } from "./upstream/provider-error.ts";

/**
 * The maximum size of a provider's answer. The server embeds a few short inputs at a time: 16 vectors with 3,072
 * numbers each take 1 MiB as JSON.
 */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

const Answer = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })),
});

function readAnswer(text: string): z.infer<typeof Answer>["data"] | undefined {
  try {
    return Answer.safeParse(JSON.parse(text)).data?.data;
  } catch {
    return undefined;
  }
}

/**
 * Returns vectors for the server itself, outside any run and at the operator's cost. No budget is involved.
 * @throws GatewayError if the model is unknown or not for embeddings, or if its provider fails or is too slow.
 */
export async function embedForServer(
  models: ServedModels,
  name: string,
  texts: readonly string[],
  timeoutMs: number,
): Promise<number[][]> {
  const model = models.catalog.resolve(name, false, "embeddings");
  const provider = model.isBasic ? undefined : models.getProvider(model.provider);
  const embed = provider?.upstream.embed?.bind(provider.upstream);
  if (!provider || !embed)
    throw createInvalidRequest(
      `The model "${model.name}" does not support embeddings. Use an embedding model.`,
      "model",
      "model_not_supported",
    );
  provider.admit(model.upstream);
  const requestBody = JSON.stringify({ model: model.upstream, input: texts, encoding_format: "float" });
  let overdue: NodeJS.Timeout | undefined;
  const { status, retryAfter, body } = await exchange((receiver) => {
    const call = embed(model.upstream, requestBody, receiver);
    overdue = setTimeout(() => call.abort(new Error("the embeddings request timed out")), timeoutMs);
    return call;
  }, MAX_ANSWER_BYTES).finally(() => clearTimeout(overdue));
  const text = body.toString("utf8");
  if (status !== 200) throw createProviderError({ status, retryAfter, body: text }, provider.config.apiKey);
  const vectors = readAnswer(text)?.sort((one, other) => one.index - other.index);
  if (vectors?.length !== texts.length)
    throw createUnreadableAnswerError("it does not contain one vector per text");
  return vectors.map(({ embedding }) => embedding);
}
