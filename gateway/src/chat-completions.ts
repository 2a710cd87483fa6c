import type { IncomingMessage, ServerResponse } from "node:http";
import { answerWithBasic } from "./basic/answer-call.ts";
import type { RunBudget } from "./budget.ts";
import { estimateCall } from "./call-estimate.ts";
import { parseChatRequest } from "./chat-request.ts";
import type { ProviderConfig } from "./config.ts";
import type { GatewaySession } from "./gateway.ts";
import type { GatewayLog } from "./log.ts";
import { MeteredCall } from "./metered-call.ts";
import type { ModelCatalog } from "./model-catalog.ts";
import { asGatewayError } from "./openai-error.ts";
import { readBody } from "./request-body.ts";
import { reserve } from "./reserve.ts";
import { providerRequest } from "./upstream/provider-request.ts";
import type { ClientTimeouts } from "./upstream/relay.ts";
import { relayJson } from "./upstream/relay-json.ts";
import { relayStream } from "./upstream/relay-stream.ts";
import type { Upstream } from "./upstream/upstream.ts";

/** What a chat call needs from the gateway around it. */
export interface ChatContext {
  catalog: ModelCatalog;
  budget: RunBudget;
  log: GatewayLog;
  clientTimeouts: ClientTimeouts;
  /** Absent where stoa-basic is the only model. */
  connected: { provider: ProviderConfig; upstream: Upstream } | undefined;
}

/**
 * `POST /v1/chat/completions`: read, price, reserve, answer, record. Resolves when the call is recorded.
 * @throws GatewayError while nothing has been sent to the client.
 */
export async function chatCompletions(
  context: ChatContext,
  session: GatewaySession,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = parseChatRequest(await readBody(incoming));
  const model = context.catalog.resolve(request.model, session.trial);
  const estimate = await estimateCall(request, model.rate);
  const reservation = await reserve(context.budget, session.runId, estimate);
  const call = new MeteredCall(context.budget, context.log, {
    runId: session.runId,
    reservationId: reservation.id,
    provider: model.provider,
    modelRequested: request.model,
    model: model.name,
    rate: model.rate,
    kept: reservation.keepsContent === true ? request : undefined,
  });
  const granted = Math.max(1, Math.min(reservation.completionTokens, estimate.completionTokens));
  const metered = {
    request,
    model,
    promptTokens: estimate.promptTokens,
    granted,
    wanted: estimate.completionTokens,
    call,
    response,
  };
  try {
    if (response.closed) return call.fail("client_gone");
    if (model.isBasic || context.connected === undefined) return await answerWithBasic(metered);
    const { provider, upstream } = context.connected;
    const body = providerRequest(request, model.name, granted, provider);
    const relay = request.stream === true ? relayStream : relayJson;
    const { clientTimeouts } = context;
    await relay({ ...metered, upstream, apiKey: provider.apiKey, clientTimeouts }, body);
  } catch (thrown) {
    call.fail("error", asGatewayError(thrown).code);
    throw thrown;
  } finally {
    await call.recorded();
  }
}
