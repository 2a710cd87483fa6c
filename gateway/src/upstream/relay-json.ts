import { countText } from "../text-tokens.ts";
import { exchange } from "./exchange.ts";
import { getFinishReason, getWrittenText, readAnswer, toTokenUsage } from "./provider-answer.ts";
import { createProviderError, createUnreadableAnswerError } from "./provider-error.ts";
import { type RelayedCall, wasCut } from "./relay.ts";

/** Enough for the longest completion of any model (about 100k tokens, 0.5 MB) and its JSON. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/**
 * Passes on a provider's JSON answer unchanged. A disconnected client does not end the call, because only the
 * provider's answer contains its cost.
 * @throws GatewayError if there is no usable answer. In that case, nothing has been sent or recorded.
 */
export async function relayJson(relayed: RelayedCall): Promise<void> {
  const { call, model, response, provider, request, granted } = relayed;
  const { status, retryAfter, body } = await exchange(
    (receiver) => provider.upstream.chat({ request, model: model.upstream, granted }, receiver),
    MAX_ANSWER_BYTES,
  );
  const text = body.toString("utf8");
  if (status !== 200) throw createProviderError({ status, retryAfter, body: text }, provider.config.apiKey);
  const answer = readAnswer(text);
  if (answer === undefined) throw createUnreadableAnswerError("it is not a chat completion", text);

  const reported = toTokenUsage(answer);
  const usage = reported ?? {
    promptTokens: relayed.promptTokens,
    cachedPromptTokens: 0,
    completionTokens: await countText(getWrittenText(answer)),
  };
  const completed = wasCut(relayed, getFinishReason(answer)) ? "cut" : "completed";
  call.end({
    ...usage,
    countedBy: reported === undefined ? "gateway" : "provider",
    modelAnswered: answer.model ?? model.name,
    outcome: response.closed ? "client_gone" : completed,
    finishReason: getFinishReason(answer),
    answer: () => getWrittenText(answer),
  });
  if (response.closed) return;
  /** Send the provider's original bytes, because a string would have to be encoded again. */
  response.setHeader("content-type", "application/json");
  response.setHeader("content-length", body.length);
  response.end(body);
}
