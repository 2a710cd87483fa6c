import { createHash, randomBytes, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

/** Returns a new opaque session token of 256 random bits. */
export function generateSessionToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The number of random bytes of a link that anyone can open: nobody can guess one. In base64url they are 32 characters. */
const LINK_TOKEN_BYTES = 24;

/** Returns the token of a new link to something that a person shares. */
export function generateLinkToken(): string {
  return randomBytes(LINK_TOKEN_BYTES).toString("base64url");
}

/** Returns the hash of a token. Random tokens need no slow hash, because they cannot be guessed. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

const KEY_PREFIX = "stoa_sk_";
const PUBLISHABLE_PREFIX = "stoa_pk_";
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const KEY_PATTERN = new RegExp(
  `^${KEY_PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);

function computeChecksum(body: string): string {
  let rest = crc32(body);
  let digits = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** Returns a new API key: `stoa_sk_`, 30 random base62 characters (178 bits) and a checksum of six characters. */
export function generateApiKey(): string {
  return KEY_PREFIX + generateKeyBody();
}

/** Returns a new publishable key. Its prefix differs from an API key's, so that no route takes it for one. */
export function generatePublishableKey(): string {
  return PUBLISHABLE_PREFIX + generateKeyBody();
}

function generateKeyBody(): string {
  const body = Array.from({ length: RANDOM_LENGTH }, () => BASE62.charAt(randomInt(62))).join("");
  return body + computeChecksum(body);
}

/** Returns whether a credential looks like an API key, valid or not. */
export function isApiKey(credential: string): boolean {
  return credential.startsWith(KEY_PREFIX);
}

/** Returns whether a key has a correct checksum, so that a mistyped key is refused without a database query. */
export function isWellFormedApiKey(key: string): boolean {
  const match = KEY_PATTERN.exec(key);
  return match !== null && computeChecksum(match[1] ?? "") === match[2];
}
