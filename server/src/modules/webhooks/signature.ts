import { createHmac, randomBytes, sign } from "node:crypto";
import type { SigningKey } from "../../platform/crypto/signing-keys.ts";

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

interface SignedCall {
  id: string;
  at: Date;
  body: string;
}

/**
 * Returns the headers of one request (Standard Webhooks). They contain signatures with every valid secret, newest
 * first.
 */
export function createSignedHeaders(call: SignedCall, secrets: readonly string[]): Record<string, string> {
  return createHeaders(call, (content) =>
    secrets.map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), "base64");
      return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
    }),
  );
}

/** Returns the headers of one request with a signature that anyone can check with the server's public key. */
export function createPubliclySignedHeaders(
  call: SignedCall,
  { privateKey }: Pick<SigningKey, "privateKey">,
): Record<string, string> {
  return createHeaders(call, (content) => [
    `v1a,${sign(null, Buffer.from(content), privateKey).toString("base64")}`,
  ]);
}

function createHeaders(
  { id, at, body }: SignedCall,
  createSignatures: (content: string) => string[],
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1_000).toString();
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": createSignatures(`${id}.${timestamp}.${body}`).join(" "),
  };
}
