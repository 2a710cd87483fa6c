import type { ChatRequest } from "../chat-request.ts";
import { OFFICIAL_BASE_URL, type ProviderConfig } from "../config.ts";

/**
 * The body that goes to the provider: the model's real name, the granted tokens as the limit, and usage
 * asked for in every stream. OpenAI takes `max_completion_tokens` for all its models; other servers may
 * know only the older `max_tokens`, so there the client's own word is kept.
 */
export function providerRequest(
  request: ChatRequest,
  model: string,
  granted: number,
  provider: Pick<ProviderConfig, "baseUrl">,
): string {
  const { max_tokens: _older, max_completion_tokens: newer, stream_options: _asked, ...rest } = request;
  const saysNewer = provider.baseUrl === OFFICIAL_BASE_URL || typeof newer === "number";
  return JSON.stringify({
    ...rest,
    model,
    ...(saysNewer ? { max_completion_tokens: granted } : { max_tokens: granted }),
    ...(request.stream === true ? { stream_options: { include_usage: true } } : {}),
  });
}
