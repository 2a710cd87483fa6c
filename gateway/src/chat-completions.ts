import type { IncomingMessage, ServerResponse } from "node:http";
import { answerWithBasic } from "./basic/answer-call.ts";
import type { RunBudget } from "./budget.ts";
import {
  estimateCall,
  measurePrompt,
  promptTokensFor,
  roughSize,
  wantedCompletionTokens,
} from "./call-estimate.ts";
import { parseChatRequest } from "./chat-request.ts";
import { answerByFirst } from "./fallback.ts";
import { type FetchImage, withFetchedImages } from "./fetched-images.ts";
import { type GatewaySession, ownerOf } from "./gateway.ts";
import type { GatewayLog } from "./log.ts";
import { MeteredCall } from "./metered-call.ts";
import type { ResolvedModel } from "./model-catalog.ts";
import { asGatewayError } from "./openai-error.ts";
import type { ServedModels } from "./providers/served-models.ts";
import { readBody } from "./request-body.ts";
import { reserve } from "./reserve.ts";
import { countText } from "./text-tokens.ts";
import { textArrived } from "./upstream/provider-answer.ts";
import type { ClientTimeouts } from "./upstream/relay.ts";
import { relayJson } from "./upstream/relay-json.ts";
import { relayStream } from "./upstream/relay-stream.ts";
import { heavyCall } from "./work/heavy-call.ts";

const READ_CHAT = { name: "readChat", work: parseChatRequest } as const;

/** A longer prompt is not counted if nothing is charged by it. Its size is estimated from its length. */
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
 * Handles `POST /v1/chat/completions`: parse, price, reserve, answer, record. Resolves when the call is recorded.
 * @throws GatewayError if nothing has been sent to the client.
 */
export async function chatCompletions(
  context: ChatContext,
  session: GatewaySession,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(incoming);
  const work = { chars: body.length, owner: ownerOf(session) };
  const asked = await heavyCall(READ_CHAT, body, work);
  const model = context.models.catalog.resolve(asked.model, session.trial);
  const models = [model, ...model.fallbacks];
  const isFree = session.tokensAreFree === true && models.every(({ isBasic }) => isBasic);
  const size =
    isFree && body.length > ROUGHLY_FROM_CHARS ? roughSize(asked) : await measurePrompt(asked, work.owner);
  const estimate = estimateCall(asked, size, models);
  const reservation = await reserve(context.budget, session.runId, estimate);
  const call = new MeteredCall(context.budget, context.log, {
    runId: session.runId,
    reservationId: reservation.id,
    modelRequested: asked.model,
    model,
    kept: reservation.keepsContent === true ? asked : undefined,
  });
  const granted = Math.max(1, reservation.completionTokens);
  let request = asked;
  const callBy = (by: ResolvedModel) => {
    const wanted = wantedCompletionTokens(request, by.rate);
    const promptTokens = promptTokensFor(size, by.rate);
    return { request, model: by, promptTokens, granted: Math.min(granted, wanted), wanted, call, response };
  };
  try {
    if (response.closed) return call.fail("client_gone");
    const trialTools = session.trialTools?.choose(request) ?? [];
    /** stoa-basic reads no images, so trials must not fetch them. */
    if (model.isBasic) return await answerWithBasic({ ...callBy(model), work, trialTools });
    const { fetchImage } = context;
    const bodyLength = body.length;
    request = await withFetchedImages(asked, { session, fetchImage, bodyLength, signal: closing(response) });
    await answerByFirst({
      models,
      attempt: (by) => {
        const provider = context.models.provider(by.provider);
        provider.admit(by.upstream);
        call.askedOf(by);
        const relay = request.stream === true ? relayStream : relayJson;
        const { clientTimeouts } = context;
        return relay({ ...callBy(by), provider, clientTimeouts });
      },
      failed: async (by, error) => {
        const { fault, code, cause } = error;
        if (fault?.fallsBack === true && by !== models.at(-1)) {
          const fields = { err: error, cause, runId: session.runId, model: by.name, code };
          context.log.warn(fields, "a model could not answer, trying the next one");
        }
        if (fault?.spent !== true) return;
        const arrived =
          fault.arrived === undefined ? 0 : await countText(textArrived(fault.arrived), work.owner);
        call.lose(callBy(by).promptTokens, Math.min(arrived, granted));
      },
      isOver: () => response.closed,
    });
  } catch (thrown) {
    call.fail(response.closed ? "client_gone" : "error", asGatewayError(thrown).code);
    throw thrown;
  } finally {
    await call.recorded();
  }
}

/** Aborts when the client disconnects or has received its answer. */
function closing(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.closed) gone.abort();
  else response.once("close", () => gone.abort());
  return gone.signal;
}
