import type { ChatRequest } from "../chat-request.ts";

/** OpenAI refuses the field for older models, and for those that it names as chat models. */
const KNOWS_VERBOSITY = /^gpt-(?:[5-9]|\d{2,})(?!.*-chat)/;

/**
 * The body that goes to a provider that speaks OpenAI's API: the model's real name, the granted tokens as the
 * limit, and usage asked for in every stream. OpenAI takes `max_completion_tokens` for all its models; other
 * servers may know only the older `max_tokens`, so there the client's own word is kept.
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
