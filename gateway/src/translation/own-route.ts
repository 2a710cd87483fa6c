import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

/** The path of the chat route. It also meters the calls to other APIs, which are translated to chat completions. */
export const CHAT_ROUTE = "/v1/chat/completions";

/** Opens a connection to this gateway's own routes for the same run. */
export type OpenOwnRoute = () => { connection: Duplex; token: string };

/** Sends a request to one of the gateway's own routes, as if the run's code had sent it. */
export function postToOwnRoute(
  open: OpenOwnRoute,
  path: string,
  body: string,
): { outgoingRequest: { destroy(): void }; answer: Promise<IncomingMessage> } {
  const { connection, token } = open();
  const outgoingRequest = httpRequest({
    method: "POST",
    path,
    host: "gateway",
    createConnection: () => connection,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      connection: "close",
    },
  });
  const answer = once(outgoingRequest, "response").then(([received]: IncomingMessage[]) => {
    if (received === undefined) throw new Error("the route returned no response");
    return received;
  });
  outgoingRequest.end(body);
  return { outgoingRequest, answer };
}

/** Returns the body of an answer as a string. */
export async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
