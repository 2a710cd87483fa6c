import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
/**
 * The length of a secret in bytes. The specification requires 24 to 64 bytes, and HMAC-SHA-256 gains nothing from more
 * than 32.
 */
const SECRET_BYTES = 32;

/** Returns a new random secret in the form in which receivers enter it. */
export function generateSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/**
 * Returns the headers of one request (Standard Webhooks). They contain signatures with every valid secret, newest
 * first.
 */
export function createSignedHeaders(
  call: { id: string; at: Date; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = Math.floor(call.at.getTime() / 1_000).toString();
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    const signature = createHmac("sha256", key).update(`${call.id}.${timestamp}.${call.body}`);
    return `v1,${signature.digest("base64")}`;
  });
  return {
    "webhook-id": call.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
