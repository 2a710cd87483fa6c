import type { IncomingMessage, ServerResponse } from "node:http";
import { embedWithBasic } from "./basic/embed.ts";
import type { ChatContext } from "./chat-completions.ts";
import { highestCostNano } from "./cost.ts";
import { type EmbeddingInput, inputsOf, parseEmbeddingsRequest } from "./embeddings-request.ts";
import type { GatewaySession } from "./gateway.ts";
import { MeteredCall } from "./metered-call.ts";
import { asGatewayError } from "./openai-error.ts";
import { readBody } from "./request-body.ts";
import { reserve } from "./reserve.ts";
import { countText } from "./text-tokens.ts";
import { relayEmbeddings } from "./upstream/relay-embeddings.ts";

/** A vector is no text; a budget grants at least one token of completion, so that much is asked for. */
const COMPLETION_TOKENS = 1;

async function countTokens(inputs: EmbeddingInput[]): Promise<number> {
  let tokens = 0;
  for (const input of inputs) tokens += typeof input === "string" ? await countText(input) : input.length;
  return tokens;
}

/**
 * `POST /v1/embeddings`: read, price, reserve, answer, record. Resolves when the call is recorded.
 * @throws GatewayError while nothing has been sent to the client.
 */
export async function embeddings(
  context: ChatContext,
  session: GatewaySession,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = parseEmbeddingsRequest(await readBody(incoming));
  const model = context.models.catalog.resolve(request.model, session.trial, "embeddings");
  const inputs = inputsOf(request);
  const promptTokens = await countTokens(inputs);
  const used = { promptTokens, cachedPromptTokens: 0, completionTokens: 0 };
  const costNano = highestCostNano(model.rate, promptTokens, 0);
  const { id } = await reserve(context.budget, session.runId, {
    promptTokens,
    completionTokens: COMPLETION_TOKENS,
    costNano,
  });
  const call = new MeteredCall(context.budget, context.log, {
    runId: session.runId,
    reservationId: id,
    modelRequested: request.model,
    model,
  });
  const metered = { request, inputs, model, used, call, response };
  try {
    if (response.closed) return call.fail("client_gone");
    if (model.isBasic) return await embedWithBasic(metered);
    const provider = context.models.provider(model.provider);
    provider.admit(model.upstream);
    await relayEmbeddings({ ...metered, provider });
  } catch (thrown) {
    const { code, fault } = asGatewayError(thrown);
    if (fault?.spent === true) call.lose(promptTokens, 0);
    call.fail(response.closed ? "client_gone" : "error", code);
    throw thrown;
  } finally {
    await call.recorded();
  }
}
