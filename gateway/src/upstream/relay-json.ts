import { countText } from "../text-tokens.ts";
import { exchange } from "./exchange.ts";
import { finishReasonOf, readAnswer, usageOf, writtenText } from "./provider-answer.ts";
import { providerError, unreadableAnswer } from "./provider-error.ts";
import { type RelayedCall, wasCut } from "./relay.ts";

/** The longest completion of any model (about 100k tokens, 0.5 MB) with generous room for its JSON. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/**
 * Passes a provider's JSON answer on, unchanged. A client that goes away does not end the call: only the
 * provider's answer says what it cost.
 * @throws GatewayError when there is no usable answer; nothing has then been sent or recorded.
 */
export async function relayJson(relayed: RelayedCall): Promise<void> {
  const { call, model, response, provider, request, granted } = relayed;
  const { status, retryAfter, body } = await exchange(
    (receiver) => provider.upstream.chat({ request, model: model.upstream, granted }, receiver),
    MAX_ANSWER_BYTES,
  );
  const text = body.toString("utf8");
  if (status !== 200) throw providerError({ status, retryAfter, body: text }, provider.config.apiKey);
  const answer = readAnswer(text);
  if (answer === undefined) throw unreadableAnswer("it is no chat completion", text);

  const reported = usageOf(answer);
  const usage = reported ?? {
    promptTokens: relayed.promptTokens,
    cachedPromptTokens: 0,
    completionTokens: await countText(writtenText(answer)),
  };
  const completed = wasCut(relayed, finishReasonOf(answer)) ? "cut" : "completed";
  call.end({
    ...usage,
    countedBy: reported === undefined ? "gateway" : "provider",
    modelAnswered: answer.model ?? model.name,
    outcome: response.closed ? "client_gone" : completed,
    finishReason: finishReasonOf(answer),
    answer: () => writtenText(answer),
  });
  if (response.closed) return;
  /** The provider's bytes as they came: written as text they would be encoded once more. */
  response.setHeader("content-type", "application/json");
  response.setHeader("content-length", body.length);
  response.end(body);
}
