import type { IncomingMessage, ServerResponse } from "node:http";
import { answerWithBasic } from "./basic/answer-call.ts";
import type { RunBudget } from "./budget.ts";
import {
  computeCompletionLimit,
  countPromptTokens,
  estimateCall,
  estimateSize,
  measurePrompt,
  type PromptSize,
} from "./call-estimate.ts";
import { type ChatRequest, parseChatRequest } from "./chat-request.ts";
import { answerByFirst } from "./fallback.ts";
import { type FetchImage, withFetchedImages } from "./fetched-images.ts";
import { type GatewaySession, getOwner } from "./gateway.ts";
import type { GatewayLog } from "./log.ts";
import { MeteredCall } from "./metered-call.ts";
import type { ResolvedModel } from "./model-catalog.ts";
import { ensureGatewayError } from "./openai-error.ts";
import type { ServedModels } from "./providers/served-models.ts";
import { readBody } from "./request-body.ts";
import { reserve } from "./reserve.ts";
import { countText } from "./text-tokens.ts";
import { getReceivedText } from "./upstream/provider-answer.ts";
import type { ClientTimeouts } from "./upstream/relay.ts";
import { relayJson } from "./upstream/relay-json.ts";
import { relayStream } from "./upstream/relay-stream.ts";
import { runHeavyCall } from "./work/heavy-call.ts";

const READ_CHAT = { name: "readChat", work: parseChatRequest } as const;

/** The length above which the tokens of a free prompt are estimated instead of counted. */
const ROUGHLY_FROM_CHARS = 16_384;

/** The parts of the gateway that a model call needs. */
export interface ChatContext {
  models: ServedModels;
  budget: RunBudget;
  log: GatewayLog;
  fetchImage: FetchImage | undefined;
  clientTimeouts: ClientTimeouts;
}

/**
 * Handles `POST /v1/chat/completions`: parses, prices, reserves, answers and records the call. Resolves when the call
 * is recorded.
 * @throws GatewayError if nothing has been sent to the client.
 */
export async function chatCompletions(
  context: ChatContext,
  session: GatewaySession,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(incoming);
  const work = { chars: body.length, owner: getOwner(session) };
  const chatRequest = await runHeavyCall(READ_CHAT, body, work);
  const model = context.models.catalog.resolve(chatRequest.model, session.trial);
  const models = [model, ...model.fallbacks];
  const isFree = session.tokensAreFree === true && models.every(({ isBasic }) => isBasic);
  const size = await measureSize(chatRequest, work, isFree);
  const estimate = estimateCall(chatRequest, size, models);
  const reservation = await reserve(context.budget, session.runId, estimate);
  const call = new MeteredCall(context.budget, context.log, {
    runId: session.runId,
    reservationId: reservation.id,
    modelRequested: chatRequest.model,
    model,
    storedRequest: reservation.keepsContent === true ? chatRequest : undefined,
  });
  const granted = Math.max(1, reservation.completionTokens);
  let request = chatRequest;
  const callBy = (by: ResolvedModel) => {
    const completionLimit = computeCompletionLimit(request, by.rate);
    const promptTokens = countPromptTokens(size, by.rate);
    return {
      request,
      model: by,
      promptTokens,
      granted: Math.min(granted, completionLimit),
      completionLimit,
      call,
      response,
    };
  };
  try {
    if (response.closed) return call.fail("client_gone");
    const trialTools = session.trialTools?.choose(request) ?? [];
    /** stoa-basic does not read images, so trials must not fetch them. */
    if (model.isBasic) return await answerWithBasic({ ...callBy(model), work, trialTools });
    const { fetchImage } = context;
    const fetching = { session, fetchImage, bodyLength: body.length, signal: createCloseSignal(response) };
    request = await withFetchedImages(chatRequest, fetching);
    await answerByFirst({
      models,
      attempt: (by) => {
        const provider = context.models.getProvider(by.provider);
        provider.admit(by.upstream);
        call.recordModel(by);
        const relay = request.stream === true ? relayStream : relayJson;
        const { clientTimeouts } = context;
        return relay({ ...callBy(by), provider, clientTimeouts });
      },
      recordFailedAttempt: async (by, error) => {
        const { fault, code, cause } = error;
        if (fault?.fallsBack === true && by !== models.at(-1)) {
          const fields = { err: error, cause, runId: session.runId, model: by.name, code };
          context.log.warn(fields, "a model failed, trying the next one");
        }
        if (fault?.spent !== true) return;
        const answerText =
          fault.receivedText === undefined
            ? 0
            : await countText(getReceivedText(fault.receivedText), work.owner);
        call.addLoss(callBy(by).promptTokens, Math.min(answerText, granted));
      },
      isOver: () => response.closed,
    });
  } catch (thrown) {
    call.fail(response.closed ? "client_gone" : "error", ensureGatewayError(thrown).code);
    throw thrown;
  } finally {
    await call.waitUntilRecorded();
  }
}

/** Measures the prompt, or estimates its size if it is long and nothing is charged for it. */
function measureSize(
  request: ChatRequest,
  { chars, owner }: { chars: number; owner: string },
  isFree: boolean,
): Promise<PromptSize> | PromptSize {
  return isFree && chars > ROUGHLY_FROM_CHARS ? estimateSize(request) : measurePrompt(request, owner);
}

/** Returns a signal that aborts when the client disconnects or has received the whole response. */
function createCloseSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.closed) gone.abort();
  else response.once("close", () => gone.abort());
  return gone.signal;
}
