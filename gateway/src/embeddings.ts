import type { IncomingMessage, ServerResponse } from "node:http";
import { embedWithBasic } from "./basic/embed.ts";
import type { ChatContext } from "./chat-completions.ts";
import { computeHighestCostNano } from "./cost.ts";
import { type EmbeddingInput, parseEmbeddingsRequest, toInputList } from "./embeddings-request.ts";
import { type GatewaySession, getOwner } from "./gateway.ts";
import { MeteredCall } from "./metered-call.ts";
import { ensureGatewayError } from "./openai-error.ts";
import { readBody } from "./request-body.ts";
import { reserve } from "./reserve.ts";
import { countTexts } from "./text-tokens.ts";
import { relayEmbeddings } from "./upstream/relay-embeddings.ts";
import { runHeavyCall } from "./work/heavy-call.ts";

/** Embeddings have no completion, but a budget grants at least one completion token, so request one. */
const COMPLETION_TOKENS = 1;

const READ_EMBEDDINGS = { name: "readEmbeddings", work: parseEmbeddingsRequest } as const;

async function countTokens(inputs: EmbeddingInput[], owner: string): Promise<number> {
  const texts = inputs.filter((input) => typeof input === "string");
  const tokens = inputs.reduce((sum, input) => sum + (typeof input === "string" ? 0 : input.length), 0);
  return tokens + (await countTexts(texts, owner));
}

/**
 * Handles `POST /v1/embeddings`: parses, prices, reserves, answers and records the call. Resolves when the call is
 * recorded.
 * @throws GatewayError if nothing has been sent to the client.
 */
export async function answerEmbeddings(
  context: ChatContext,
  session: GatewaySession,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(incoming);
  const work = { chars: body.length, owner: getOwner(session) };
  const request = await runHeavyCall(READ_EMBEDDINGS, body, work);
  const model = context.models.catalog.resolve(request.model, session.trial, "embeddings");
  const inputs = toInputList(request);
  const promptTokens = await countTokens(inputs, work.owner);
  const usage = { promptTokens, cachedPromptTokens: 0, completionTokens: 0 };
  const costNano = computeHighestCostNano(model.rate, promptTokens, 0);
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
  const metered = { request, inputs, model, usage, call, response };
  try {
    if (response.closed) return call.fail("client_gone");
    if (model.isBasic) return await embedWithBasic({ ...metered, work });
    const provider = context.models.getProvider(model.provider);
    provider.admit(model.upstream);
    await relayEmbeddings({ ...metered, provider });
  } catch (thrown) {
    const { code, fault } = ensureGatewayError(thrown);
    if (fault?.spent === true) call.addLoss(promptTokens, 0);
    call.fail(response.closed ? "client_gone" : "error", code);
    throw thrown;
  } finally {
    await call.waitUntilRecorded();
  }
}
