import type { ChatRequest } from "../chat-request.ts";

/** OpenAI rejects the field for older models, and for those with "chat" in their name. */
const KNOWS_VERBOSITY = /^gpt-(?:[5-9]|\d{2,})(?!.*-chat)/;

/**
 * Returns the body for a provider with OpenAI's API: the provider's model name, the granted tokens as the limit, and
 * usage requested in every stream. OpenAI accepts `max_completion_tokens` for all its models. Other servers may
 * support only the older `max_tokens`, so they get the field that the client used.
 */
export function openAiBody(request: ChatRequest, model: string, granted: number, saysNewer: boolean): string {
  const {
    max_tokens: _older,
    max_completion_tokens: newer,
    stream_options: _asked,
    verbosity,
    ...rest
  } = request;
  return JSON.stringify({
    ...rest,
    model,
    ...(saysNewer && KNOWS_VERBOSITY.test(model) ? { verbosity: verbosity ?? undefined } : {}),
    ...(saysNewer || typeof newer === "number"
      ? { max_completion_tokens: granted }
      : { max_tokens: granted }),
    ...(request.stream === true ? { stream_options: { include_usage: true } } : {}),
  });
}
