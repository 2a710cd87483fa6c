import { text } from "node:stream/consumers";
import type { CustomFetch } from "openid-client";
import type { Outbound } from "./outbound.ts";
import { REDIRECTS_FAIL } from "./redirect.ts";

/**
 * The limits of a request. Responses take far less than a second, and a person is waiting; key sets and lists of email
 * addresses are a few kilobytes.
 */
const BOUNDS = {
  connectMs: 5_000,
  headMs: 10_000,
  idleMs: 5_000,
  totalMs: 15_000,
  maxBytes: 256 * 1024,
};

/** The error for a fault of the provider's server, about which the person cannot do anything. */
export class ProviderDown extends Error {}

/**
 * Returns a fetch function that uses the guarded outbound client. It throws OutboundError if there is no response, and
 * ProviderDown for 5xx and 429.
 */
export function createProviderFetch(outbound: Outbound): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const answer = await outbound.request({
      method,
      url: new URL(url),
      headers: { ...headers, "user-agent": "stoa" },
      body: body instanceof URLSearchParams || typeof body === "string" ? String(body) : undefined,
      redirects: REDIRECTS_FAIL,
      bounds: BOUNDS,
      signal,
    });
    const content = await text(answer.body);
    if (answer.status >= 500 || answer.status === 429)
      throw new ProviderDown(`${new URL(url).host} responded with ${answer.status}`);
    return new Response(content, { status: answer.status, headers: { ...answer.headers } });
  };
}
