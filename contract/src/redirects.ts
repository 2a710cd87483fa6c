/** The ways in which a redirect changes a request (RFC 9110, 15.4), for all code that follows redirects. */

const STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** The length of a request line that common servers accept. */
const MAX_LOCATION_CHARS = 8 * 1024;
/** Headers that describe the body, which is no longer sent. */
const ABOUT_THE_BODY = /^content-/i;
/** Headers with credentials for the first server, which must not be sent to another server after a redirect. */
const CREDENTIALS = /^(authorization|cookie|proxy-authorization)$/i;

/** The parts of a request that a redirect can change. */
export interface RedirectedRequest<Body> {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: Body | undefined;
}

/**
 * A redirect that cannot be followed: its URL is invalid or too long, uses another protocol than https (or http, if
 * that is allowed), or contains credentials.
 */
export class UnusableRedirect extends Error {
  override readonly name = "UnusableRedirect";
}

export interface RedirectOptions {
  /** Whether a redirect from https may lead to plain http. */
  allowsPlainHttp?: boolean | undefined;
}

/**
 * Returns the target of a redirect, or undefined if the response is not a redirect.
 * @throws UnusableRedirect if the redirect cannot be followed.
 */
export function redirectTarget(
  sent: { method: string; url: URL },
  answer: { status: number; location: string | undefined },
  { allowsPlainHttp = false }: RedirectOptions = {},
): { method: string; url: URL } | undefined {
  if (!STATUSES.has(answer.status) || answer.location === undefined) return undefined;
  const { location } = answer;
  const url =
    location.length <= MAX_LOCATION_CHARS && URL.canParse(location, sent.url.href)
      ? new URL(location, sent.url)
      : undefined;
  const mayBePlain = allowsPlainHttp || sent.url.protocol === "http:";
  const isWeb = url?.protocol === "https:" || (url?.protocol === "http:" && mayBePlain);
  if (!url || !isWeb || url.username !== "" || url.password !== "")
    throw new UnusableRedirect("The server redirected to a URL that cannot be used");
  url.hash = "";
  return { method: getMethodAfterRedirect(sent.method, answer.status), url };
}

/**
 * Returns the request for a redirect's target. The body is dropped if the method changed. Authorization and cookies are
 * dropped unless `keepsCredentials` is true, which is the default for the same origin.
 */
export function createRedirectedRequest<Body>(
  sent: RedirectedRequest<Body>,
  { method, url }: { method: string; url: URL },
  keepsCredentials = url.origin === sent.url.origin,
): RedirectedRequest<Body> {
  const keepsBody = method === sent.method;
  const headers = Object.entries(sent.headers).filter(
    ([name]) => (keepsBody || !ABOUT_THE_BODY.test(name)) && (keepsCredentials || !CREDENTIALS.test(name)),
  );
  return { method, url, headers: Object.fromEntries(headers), body: keepsBody ? sent.body : undefined };
}

/** Returns the method for the redirected request: the method that browsers use and RFC 9110 allows. */
function getMethodAfterRedirect(method: string, status: number): string {
  if (status === 303) return method === "HEAD" ? "HEAD" : "GET";
  return method === "POST" && (status === 301 || status === 302) ? "GET" : method;
}
