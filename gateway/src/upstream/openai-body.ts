import type { ChatRequest } from "../chat-request.ts";

/**
 * The body that goes to a provider that speaks OpenAI's API: the model's real name, the granted tokens as the
 * limit, and usage asked for in every stream. OpenAI takes `max_completion_tokens` for all its models; other
 * servers may know only the older `max_tokens`, so there the client's own word is kept.
 */
export function openAiBody(request: ChatRequest, model: string, granted: number, saysNewer: boolean): string {
  const { max_tokens: _older, max_completion_tokens: newer, stream_options: _asked, ...rest } = request;
  return JSON.stringify({
    ...rest,
    model,
    ...(saysNewer || typeof newer === "number"
      ? { max_completion_tokens: granted }
      : { max_tokens: granted }),
    ...(request.stream === true ? { stream_options: { include_usage: true } } : {}),
  });
}
