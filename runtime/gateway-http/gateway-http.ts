import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { decodeFrame, encodeFrame, readFrameHead } from "./framed-message.ts";
import type { GatewayClient, HttpClient, HttpRequest, HttpStream } from "./http-client.ts";
import { GatewayRefusal, readBody } from "./read-body.ts";

/**
 * The maximum size of a server's response, which is also the limit for one item. Stoa's server enforces the same limit.
 */
export const MAX_HTTP_ANSWER_BYTES = 32 * 1024 * 1024;
/** The maximum size of a response's head, in addition to the body. */
const MAX_HEAD_BYTES = 64 * 1024;

const AnswerHead = z.object({
  status: z.number().int(),
  statusText: z.string(),
  headers: z.record(z.string(), z.string()),
});

/** Sends a request through the gateway. @param streams whether the body is needed as it arrives */
function sendToGateway(
  gateway: GatewayClient,
  request: HttpRequest,
  streams: boolean,
): Promise<IncomingMessage> {
  const { method, url, headers, body = "", maxRedirects, timeoutMs } = request;
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  return gateway.call({
    method: "POST",
    path: "/http",
    accept: "application/octet-stream",
    content: {
      type: "application/octet-stream",
      bytes: encodeFrame({ method, url, headers, maxRedirects, timeoutMs, streams }, bytes),
    },
  });
}

/** Returns the validated head of the server's response. @throws Error if the head is invalid */
function parseHead(head: unknown): z.infer<typeof AnswerHead> {
  const read = AnswerHead.safeParse(head);
  if (!read.success) throw new Error("the gateway sent an invalid response");
  return read.data;
}

async function readRefusal(answer: IncomingMessage): Promise<GatewayRefusal> {
  return new GatewayRefusal(await readBody(answer, MAX_HEAD_BYTES), answer.statusCode ?? 0);
}

/** Runs `work`, which uses a response, and destroys the response if the signal is aborted in the meantime. */
async function abortWith<Result>(
  answer: IncomingMessage,
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const giveUp = () => answer.destroy(new Error("the request was aborted"));
  signal?.addEventListener("abort", giveUp, { once: true });
  try {
    return await work();
  } finally {
    signal?.removeEventListener("abort", giveUp);
  }
}

/** Returns a client for servers on the internet. Stoa's server sends the requests, at the gateway's `/http`. */
export function createGatewayHttp(
  gateway: GatewayClient,
): Omit<HttpClient, "open"> & { open(request: HttpRequest): Promise<HttpStream> } {
  return {
    async send(request) {
      request.signal?.throwIfAborted();
      const answer = await sendToGateway(gateway, request, false);
      return abortWith(answer, request.signal, async () => {
        if (answer.statusCode !== 200) throw await readRefusal(answer);
        const message = decodeFrame(await readBody(answer, MAX_HTTP_ANSWER_BYTES + MAX_HEAD_BYTES));
        return { ...parseHead(message?.head), body: message?.body ?? Buffer.alloc(0) };
      });
    },
    async open(request) {
      request.signal?.throwIfAborted();
      const answer = await sendToGateway(gateway, request, true);
      return abortWith(answer, request.signal, async () => {
        if (answer.statusCode !== 200) throw await readRefusal(answer);
        return { ...parseHead(await readFrameHead(answer, MAX_HEAD_BYTES)), body: answer };
      });
    },
  };
}
