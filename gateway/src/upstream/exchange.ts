import { BodyBuffer, MAX_ERROR_BYTES } from "./body-buffer.ts";
import { createConnectionError, createUnreadableAnswerError } from "./provider-error.ts";
import type { AnswerReceiver, Exchange } from "./upstream.ts";

export interface ProviderBody {
  status: number;
  retryAfter: string | undefined;
  body: Buffer;
}

/**
 * Sends a request and reads the complete answer, up to a size limit.
 * @throws GatewayError if there is no usable answer.
 */
export function exchange(
  send: (receiver: AnswerReceiver) => Exchange,
  maxBytes: number,
): Promise<ProviderBody> {
  return new Promise((resolve, reject) => {
    let status = 0;
    let retryAfter: string | undefined;
    let buffer = new BodyBuffer(maxBytes);
    const receiver: AnswerReceiver = {
      head(answered, header) {
        status = answered;
        retryAfter = header("retry-after");
        if (status !== 200) buffer = new BodyBuffer(MAX_ERROR_BYTES);
      },
      data(chunk) {
        if (buffer.push(chunk)) return;
        if (status === 200) reject(createUnreadableAnswerError("it is too large", takeReceivedText()));
        else resolve({ status, retryAfter, body: buffer.take() });
        sent.abort(new Error("the provider's response is too large"));
      },
      end: () => resolve({ status, retryAfter, body: buffer.take() }),
      failed: (error) =>
        reject(createConnectionError(error, status === 200 ? takeReceivedText() : undefined)),
    };
    const takeReceivedText = () => buffer.take().toString("utf8");
    const sent = send(receiver);
  });
}
