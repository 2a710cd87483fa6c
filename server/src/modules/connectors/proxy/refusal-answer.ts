import type { IncomingMessage, ServerResponse } from "node:http";
import { ProxyRefusal } from "./proxy-refusal.ts";

/** An upload is tried before anybody runs it, so there is nobody whose connectors it could use. */
export const TRIAL_REFUSAL = new ProxyRefusal(
  "This is the trial run of an upload: no connectors are there yet, and no service is called.",
  { status: 503, code: "trial_run" },
);

/** Tells the agent why there is no answer; an answer that has begun is broken off instead. */
export function answerRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  { status, code, message, retryAfterSeconds }: ProxyRefusal,
): void {
  if (response.closed) return;
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, {
    "content-type": "application/json",
    /** Tells it from what a service answers. */
    "x-stoa-error": code,
    /** Clients that try again by themselves would get the same. */
    "x-should-retry": retryAfterSeconds === undefined ? "false" : "true",
    ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
    ...(!request.complete && { connection: "close" }),
  });
  response.end(JSON.stringify({ error: code, detail: message }));
}
