import { createHmac, randomBytes } from "node:crypto";
import type { SignedHeaders, ToSign } from "../service-definition.ts";

/**
 * The keys that sign requests with OAuth 1.0a (RFC 5849): the client's key, and the token of an account that allowed
 * the client access.
 */
export interface OAuth1Keys {
  consumerKey: string;
  consumerSecret: string;
  token?: { key: string; secret: string };
}

/** The values that make each signature unique. */
export interface Moment {
  nonce: string;
  /** Seconds since 1970. */
  timestamp: string;
}

type Parameter = readonly [name: string, value: string];

const FORM = /^application\/x-www-form-urlencoded(?:\s*;|$)/i;

/** Percent-encodes everything except letters, digits and the characters `-._~` (RFC 5849, 3.6). */
function escapeText(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Sorts parameters by their encoded names, and by their values if names are equal (3.4.1.3.2). */
function normalizeParameters(parameters: readonly Parameter[]): string {
  return parameters
    .map(([name, value]) => [escapeText(name), escapeText(value)] as const)
    .toSorted((one, other) => compareTexts(one[0], other[0]) || compareTexts(one[1], other[1]))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

/** Returns the parameters of the body: the fields of a form, and none for other types (3.4.1.3.1). */
function readBodyParameters({ contentType, body }: ToSign): Parameter[] {
  if (body === undefined || !FORM.test(contentType ?? "")) return [];
  return [...new URLSearchParams(Buffer.from(body).toString())];
}

/** Returns the string that is signed (RFC 5849, 3.4.1). */
export function createSignatureBase(request: ToSign, parameters: readonly Parameter[]): string {
  const { method, url } = request;
  const all = [...url.searchParams, ...readBodyParameters(request), ...parameters];
  return [method.toUpperCase(), `${url.origin}${url.pathname}`, normalizeParameters(all)]
    .map(escapeText)
    .join("&");
}

const now = (): Moment => ({
  nonce: randomBytes(16).toString("hex"),
  timestamp: String(Math.floor(Date.now() / 1000)),
});

/** Returns the header that signs a request with HMAC-SHA1. */
export function createOAuth1Headers(
  { consumerKey, consumerSecret, token }: OAuth1Keys,
  request: ToSign,
  { nonce, timestamp }: Moment = now(),
): SignedHeaders {
  const parameters: Parameter[] = [
    ["oauth_consumer_key", consumerKey],
    ["oauth_nonce", nonce],
    ["oauth_signature_method", "HMAC-SHA1"],
    ["oauth_timestamp", timestamp],
    ...(token ? [["oauth_token", token.key] as const] : []),
    ["oauth_version", "1.0"],
  ];
  const key = `${escapeText(consumerSecret)}&${escapeText(token?.secret ?? "")}`;
  const signature = createHmac("sha1", key).update(createSignatureBase(request, parameters)).digest("base64");
  const said = [...parameters, ["oauth_signature", signature] as const];
  return {
    authorization: `OAuth ${said.map(([name, value]) => `${escapeText(name)}="${escapeText(value)}"`).join(", ")}`,
  };
}
