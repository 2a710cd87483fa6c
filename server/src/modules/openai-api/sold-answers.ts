import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { PlainData, type StreamEvent, sendEvents } from "../../platform/http/event-stream.ts";
import type { StartedModelCall } from "../runs/index.ts";
import { type Fields, toFields } from "./sold-responses.ts";

/** The caller's request and our reply to it. */
export interface ModelExchange {
  caller: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface AnswerOptions {
  isStream: boolean;
  /** Changes an answer before it is sent; without it, the gateway's answer is sent as it is. */
  completeWhole?: (answer: Fields) => Fields;
  completeEvent?: (event: Fields) => Fields;
}

const OK = 200;

/**
 * Sends the gateway's answer: when it is complete and charged, or event by event if it is a stream, which ends when it is
 * charged.
 * @throws AppError 503 if the run ended before the gateway answered
 */
export async function sendAnswer(
  { request, reply }: ModelExchange,
  call: StartedModelCall,
  { isStream, completeWhole, completeEvent }: AnswerOptions,
): Promise<void> {
  reply.header("x-stoa-run-id", call.runId);
  const explain = (cause: unknown): never => {
    const detail = `The call of the model was interrupted. Run ${call.runId} says what it cost`;
    throw new AppError(503, "provider_unavailable", detail, { cause });
  };
  const answer = await call.answer.catch(explain);
  const { statusCode = 502, headers } = answer;
  if (isStream && headers["content-type"]?.includes("text/event-stream")) {
    await sendEvents(request, reply, async function* () {
      yield* readEvents(call.read(), completeEvent);
      await call.ended;
    });
    return;
  }
  const body = await readWhole(call.read()).catch(explain);
  await call.ended;
  const retryAfter = headers["retry-after"];
  if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
  await reply
    .status(statusCode)
    .type("application/json")
    .send(statusCode === OK && completeWhole ? change(body.toString("utf8"), completeWhole) : body);
}

async function readWhole(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const piece of pieces) read.push(piece);
  return Buffer.concat(read);
}

const change = (json: string, complete: (fields: Fields) => Fields): string =>
  JSON.stringify(complete(toFields(JSON.parse(json))));

/** Splits a stream into its events. */
async function* readEvents(
  pieces: AsyncIterable<Buffer>,
  complete: ((event: Fields) => Fields) | undefined,
): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of pieces) {
    text += decoder.decode(piece, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      const data = /^data: ?(.*)$/m.exec(block)?.[1];
      if (data === undefined) continue;
      const event = /^event: ?(.*)$/m.exec(block)?.[1];
      const sent = complete && data.startsWith("{") ? change(data, complete) : data;
      yield { ...(event !== undefined && { event }), data: new PlainData(sent) };
    }
  }
}
