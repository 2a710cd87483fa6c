import { BodyBuffer, MAX_ERROR_BYTES } from "./body-buffer.ts";
import { connectionError, unreadableAnswer } from "./provider-error.ts";
import type { AnswerReceiver, Upstream, UpstreamRoute } from "./upstream.ts";

export interface ProviderRequest {
  route: UpstreamRoute;
  body: string;
  /** The longest answer that is taken. */
  maxBytes: number;
}

export interface ProviderBody {
  status: number;
  retryAfter: string | undefined;
  body: Buffer;
}

/** Sends a request and reads the whole answer. @throws GatewayError when none can be had. */
export function exchange(upstream: Upstream, request: ProviderRequest): Promise<ProviderBody> {
  return new Promise((resolve, reject) => {
    let status = 0;
    let retryAfter: string | undefined;
    let buffer = new BodyBuffer(request.maxBytes);
    const receiver: AnswerReceiver = {
      head(answered, header) {
        status = answered;
        retryAfter = header("retry-after");
        if (status !== 200) buffer = new BodyBuffer(MAX_ERROR_BYTES);
      },
      data(chunk) {
        if (buffer.push(chunk)) return;
        if (status === 200) reject(unreadableAnswer("it is too large"));
        else resolve({ status, retryAfter, body: buffer.take() });
        sent.abort(new Error("the provider's answer is too large"));
      },
      end: () => resolve({ status, retryAfter, body: buffer.take() }),
      failed: (error) => reject(connectionError(error)),
    };
    const sent = upstream.send(request.body, receiver, request.route);
  });
}
