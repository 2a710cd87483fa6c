import { OutboundError, type OutboundRequest } from "./outbound.ts";

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** As long as a request line that common servers accept. */
const MAX_LOCATION_CHARS = 8 * 1024;
/** Headers that say something about a body that is no longer sent. */
const ABOUT_THE_BODY = /^content-/i;

export type NextHop = Pick<OutboundRequest, "method" | "url" | "headers" | "body">;

/**
 * What an answer asks to be requested instead; undefined where it is no redirect, or one that is an answer.
 * @throws OutboundError for one that may not be followed.
 */
export async function nextHop(
  sent: NextHop,
  answer: { status: number; location: string | undefined },
  mayFollow: OutboundRequest["mayFollow"],
): Promise<NextHop | undefined> {
  if (!REDIRECTS.has(answer.status) || answer.location === undefined) return undefined;
  const url = target(sent.url, answer.location);
  const method = methodAfter(sent.method, answer.status);
  const following = await mayFollow(url.host, url, method);
  if (following === "answer") return undefined;
  if (!following)
    throw new OutboundError("bad_redirect", "The server redirected to where this request must not go");
  if (method === sent.method) return { ...sent, url };
  const headers = Object.entries(sent.headers).filter(([name]) => !ABOUT_THE_BODY.test(name));
  return { method, url, headers: Object.fromEntries(headers), body: undefined };
}

function target(from: URL, location: string): URL {
  const url =
    location.length <= MAX_LOCATION_CHARS && URL.canParse(location, from.href)
      ? new URL(location, from)
      : undefined;
  const isWeb = url?.protocol === "https:" || (url?.protocol === "http:" && from.protocol === "http:");
  if (!url || !isWeb || url.username !== "" || url.password !== "")
    throw new OutboundError("bad_redirect", "The server redirected to an address that cannot be used");
  url.hash = "";
  return url;
}

/** As browsers do it, and RFC 9110 allows it. */
function methodAfter(method: string, status: number): string {
  if (status === 303) return method === "HEAD" ? "HEAD" : "GET";
  return method === "POST" && (status === 301 || status === 302) ? "GET" : method;
}
