import { createHmac, timingSafeEqual } from "node:crypto";
import type { Json } from "./api-types.gen.ts";

/** An event that a Stoa server sends to a webhook. */
export interface WebhookEvent {
  type: string;
  timestamp: string;
  data: { [name: string]: Json };
}

/** The message could not be verified: a header is missing, or its signature or its time is invalid. */
export class WebhookVerificationError extends Error {
  override name = "WebhookVerificationError";
}

export interface WebhookMessage {
  /** The endpoint's secret, `whsec_...`. */
  secret: string;
  /** The request's headers, as Node's `request.headers` or a `Headers`. */
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  /** The original request body. The signature of JSON that was parsed and serialized again differs. */
  body: string | Uint8Array;
  /** The maximum age of a message in seconds. 300 by default, as Standard Webhooks recommends. */
  toleranceSeconds?: number;
}

/**
 * Verifies and parses a message from a Stoa server (Standard Webhooks). A message may arrive more than once with the
 * same `webhook-id`.
 * @throws WebhookVerificationError if a header is missing, the signature is invalid, or the message is too old or from
 * the future.
 */
export function verifyWebhook({
  secret,
  headers,
  body,
  toleranceSeconds = 300,
}: WebhookMessage): WebhookEvent {
  const read = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    if (typeof value !== "string")
      throw new WebhookVerificationError(`The header ${name} is missing. Pass all headers of the request.`);
    return value;
  };
  const id = read("webhook-id");
  const timestamp = read("webhook-timestamp");
  const age = Date.now() / 1000 - Number(timestamp);
  if (!(Math.abs(age) <= toleranceSeconds))
    throw new WebhookVerificationError(
      "The message is too old, or its time is in the future. Check the clock of this machine.",
    );
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  if (key.length === 0) throw new WebhookVerificationError("The secret must have the form whsec_...");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  const isSigned = read("webhook-signature")
    .split(" ")
    .filter((signature) => signature.startsWith("v1,"))
    .map((signature) => Buffer.from(signature.slice("v1,".length), "base64"))
    .some((candidate) => candidate.length === expected.length && timingSafeEqual(candidate, expected));
  if (!isSigned)
    throw new WebhookVerificationError(
      "The message was not signed with this secret. Check the secret, and pass the original body.",
    );
  return JSON.parse(Buffer.from(body).toString("utf8")) as WebhookEvent;
}
