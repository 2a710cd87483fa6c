import type { Readable } from "node:stream";
import { WEBHOOK_LIMITS } from "@stoa/contract";
import { type Outbound, OutboundError } from "../../platform/outbound/outbound.ts";
import { REDIRECTS_FAIL } from "../../platform/outbound/redirect.ts";
import type { Attempt } from "./attempt-store.ts";
import { ATTEMPT_BOUNDS } from "./bounds.ts";

/** The response to a request, or the reason why there was none. */
export interface SentEvent extends Attempt {
  retryAfter: string | undefined;
}

/** Sends one request to a receiver. @throws OutboundError `aborted` if this node stops. */
export async function sendEvent(
  outbound: Outbound,
  call: { url: string; headers: Record<string, string>; body: string },
  stopping: AbortSignal,
): Promise<SentEvent> {
  const startedAt = performance.now();
  const measureDuration = () => Math.round(performance.now() - startedAt);
  try {
    const answer = await outbound.request({
      method: "POST",
      url: new URL(call.url),
      headers: { "content-type": "application/json", "user-agent": "Stoa-Webhooks/1", ...call.headers },
      body: call.body,
      // If a receiver has moved, its owner must enter the new URL.
      redirects: REDIRECTS_FAIL,
      bounds: ATTEMPT_BOUNDS,
      signal: stopping,
    });
    return {
      httpStatus: answer.status,
      answer: await readBeginning(answer.body),
      error: null,
      durationMs: measureDuration(),
      retryAfter: answer.headers["retry-after"],
    };
  } catch (error) {
    if (!(error instanceof OutboundError) || error.code === "aborted") throw error;
    return {
      httpStatus: null,
      answer: null,
      error: error.message,
      durationMs: measureDuration(),
      retryAfter: undefined,
    };
  }
}

/**
 * Returns the part of the body that arrived before the body ended or failed. A failure does not matter, because only
 * the status decides the result of the attempt.
 */
async function readBeginning(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= WEBHOOK_LIMITS.answerMaxBytes) break;
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
  }
  body.destroy();
  const kept = Buffer.concat(chunks).subarray(0, WEBHOOK_LIMITS.answerMaxBytes);
  return new TextDecoder().decode(kept).replaceAll("\u0000", "");
}
