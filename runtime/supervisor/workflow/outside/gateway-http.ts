import { z } from "zod";
import type { Gateway, HttpClient } from "../model/services.ts";
import { framed, unframed } from "./framed-message.ts";
import { readAnswer, refusalText } from "./read-answer.ts";

/** What a server may answer in all: as much as an item may hold. The server has the same bound. */
export const MAX_HTTP_ANSWER_BYTES = 32 * 1024 * 1024;
/** Beside the body: the answer's head. */
const MAX_HEAD_BYTES = 64 * 1024;

const AnswerHead = z.object({
  status: z.number().int(),
  statusText: z.string(),
  headers: z.record(z.string(), z.string()),
});

/** Servers on the internet, asked by Stoa's server at the gateway's `/http`. */
export function gatewayHttp(gateway: Gateway): HttpClient {
  return {
    async send({ method, url, headers, body = "", maxRedirects, timeoutMs, signal }) {
      signal?.throwIfAborted();
      const bytes = typeof body === "string" ? Buffer.from(body) : body;
      const answer = await gateway.call({
        method: "POST",
        path: "/http",
        accept: "application/octet-stream",
        content: {
          type: "application/octet-stream",
          bytes: framed({ method, url, headers, maxRedirects, timeoutMs }, bytes),
        },
      });
      const giveUp = () => answer.destroy(new Error("the request was given up"));
      signal?.addEventListener("abort", giveUp, { once: true });
      try {
        const whole = await readAnswer(answer, MAX_HTTP_ANSWER_BYTES + MAX_HEAD_BYTES);
        if (answer.statusCode !== 200) throw new Error(refusalText(whole, answer.statusCode ?? 0));
        const message = unframed(whole);
        const head = AnswerHead.safeParse(message?.head);
        if (!message || !head.success) throw new Error("the way out gave an answer that cannot be read");
        return { ...head.data, body: message.body };
      } finally {
        signal?.removeEventListener("abort", giveUp);
      }
    },
  };
}
