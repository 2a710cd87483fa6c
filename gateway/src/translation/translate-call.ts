import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type GatewaySession, getOwner } from "../gateway.ts";
import { readBody } from "../request-body.ts";
import { STREAM_HEADERS } from "../upstream/relay-stream.ts";
import { SseSplitter } from "../upstream/sse-splitter.ts";
import { answerWithSearch } from "../web-search/searched-answer.ts";
import { runHeavyCall } from "../work/heavy-call.ts";
import { readChatAnswer } from "./chat-answer.ts";
import type { Dialect } from "./dialect.ts";
import { CHAT_ROUTE, type OpenOwnRoute, postToOwnRoute, readText } from "./own-route.ts";

/** Headers that tell a client whether to retry. */
const PASSED_ON = ["retry-after", "x-should-retry"];

/** Passes on the translated events of the chat route. If that stream is interrupted, so is the client's stream. */
async function passEvents(
  dialect: Dialect,
  answer: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(200, STREAM_HEADERS);
  const events = dialect.events();
  const splitter = new SseSplitter();
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    for (const { data } of splitter.push(chunk)) {
      if (data === undefined || data === "[DONE]" || response.closed) continue;
      const piece = readChatAnswer(data);
      if (piece === undefined) {
        response.end(events.endWithError(data));
        return;
      }
      if (!response.write(events.take(piece)))
        await Promise.race([once(response, "drain"), once(response, "close")]);
    }
  }
  response.end(events.end());
}

async function passWhole(dialect: Dialect, answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const status = answer.statusCode ?? 502;
  const text = await readText(answer);
  for (const name of PASSED_ON) {
    const value = answer.headers[name];
    if (value !== undefined) response.setHeader(name, value);
  }
  const read = status === 200 ? readChatAnswer(text) : undefined;
  response.writeHead(status === 200 && read === undefined ? 502 : status, {
    "content-type": "application/json",
  });
  response.end(read === undefined ? dialect.error(status, text) : JSON.stringify(dialect.toResponse(read)));
}

/**
 * Answers a call to another API: translates it, calls our own chat route, and translates the answer back. The chat
 * route decides whether the call is allowed and what it costs.
 * @throws GatewayError if nothing has been sent to the client.
 */
export async function translateCall(
  { dialect, open, session }: { dialect: Dialect; open: OpenOwnRoute; session: GatewaySession },
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(incoming);
  const work = { chars: body.length, owner: getOwner(session) };
  const translated = await runHeavyCall(dialect.read, body, work);
  const { chat, isStream, search } = translated;
  if (search !== undefined) return answerWithSearch({ open, session, chat, isStream, search }, response);
  const { outgoingRequest, answer: pendingAnswer } = postToOwnRoute(open, CHAT_ROUTE, JSON.stringify(chat));
  const leave = () => outgoingRequest.destroy();
  response.once("close", leave);
  try {
    const answer = await pendingAnswer;
    const pass = answer.statusCode === 200 && isStream ? passEvents : passWhole;
    await pass(dialect, answer, response);
  } finally {
    response.off("close", leave);
  }
}
