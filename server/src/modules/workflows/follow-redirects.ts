import type { Outbound, OutboundAnswer, OutboundBounds } from "../../platform/outbound/outbound.ts";
import { OutboundError } from "../../platform/outbound/outbound.ts";
import type { WantedRequest } from "./http-target.ts";

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** What is the first server's alone. */
const SECRETS = /^(authorization|cookie)$/i;
const ABOUT_THE_BODY = /^content-/i;

export type Hop = Pick<WantedRequest, "method" | "url" | "headers" | "body">;

/** As browsers do it, and RFC 9110 allows it. */
function nextHop({ method, url, headers, body }: Hop, status: number, location: string): Hop {
  if (!URL.canParse(location, url.href))
    throw new OutboundError("bad_redirect", "The server redirected to an address that cannot be used");
  const next = new URL(location, url);
  const isSwitched = (status === 303 && method !== "HEAD") || (method === "POST" && status < 303);
  const kept = Object.entries(headers).filter(
    ([name]) =>
      !(next.origin !== url.origin && SECRETS.test(name)) && !(isSwitched && ABOUT_THE_BODY.test(name)),
  );
  return {
    method: isSwitched ? "GET" : method,
    url: next,
    headers: Object.fromEntries(kept),
    body: isSwitched ? undefined : body,
  };
}

export interface FollowingRules {
  bounds: OutboundBounds;
  signal: AbortSignal;
  /** Told of each request before it is sent, and which address redirects to it. @throws where it must not be sent */
  beforeEach(hop: Hop, from: URL | undefined): void;
}

/** Sends a request and follows where it is redirected. @throws OutboundError, and what `beforeEach` throws */
export async function sendFollowing(
  outbound: Outbound,
  { maxRedirects, timeoutMs, ...first }: Omit<WantedRequest, "streams">,
  { bounds, signal, beforeEach }: FollowingRules,
): Promise<OutboundAnswer> {
  const endsAt = performance.now() + timeoutMs;
  let hop: Hop = first;
  let from: URL | undefined;
  for (let redirects = 0; ; redirects += 1) {
    beforeEach(hop, from);
    const leftMs = Math.max(1, Math.ceil(endsAt - performance.now()));
    const answer = await outbound.request({
      ...hop,
      mayFollow: () => false,
      redirectsAreAnswers: true,
      keepsCookies: true,
      bounds: { ...bounds, headMs: leftMs, idleMs: leftMs, totalMs: leftMs },
      signal,
    });
    const { location } = answer.headers;
    if (maxRedirects === 0 || !REDIRECTS.has(answer.status) || location === undefined) return answer;
    answer.body.on("error", () => undefined).destroy();
    if (redirects >= maxRedirects)
      throw new OutboundError("bad_redirect", `The server redirected more than ${maxRedirects} times`);
    from = hop.url;
    hop = nextHop(hop, answer.status, location);
  }
}
