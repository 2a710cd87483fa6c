/** How a redirect changes a request (RFC 9110, 15.4), for everything of ours that follows one. */

const STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** As long as a request line that common servers accept. */
const MAX_LOCATION_CHARS = 8 * 1024;
/** Headers that say something about a body that is no longer sent. */
const ABOUT_THE_BODY = /^content-/i;
/** Headers that say who asks: they are for the first server, and the redirect may lead to anybody's. */
const CREDENTIALS = /^(authorization|cookie|proxy-authorization)$/i;

/** A request as far as a redirect changes it. */
export interface RedirectedRequest<Body> {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: Body | undefined;
}

/** A redirect that nobody may follow: its address is missing, too long, not of the web, or names a password. */
export class UnusableRedirect extends Error {
  override readonly name = "UnusableRedirect";
}

export interface RedirectOptions {
  /** A redirect from https may lead to plain http. */
  allowsPlainHttp?: boolean | undefined;
}

/**
 * Returns where an answer redirects a request, or undefined where it is no redirect.
 * @throws UnusableRedirect
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
    throw new UnusableRedirect("The server redirected to an address that cannot be used");
  url.hash = "";
  return { method: methodAfter(sent.method, answer.status), url };
}

/**
 * Returns the request that goes to a redirect's target: without its body where the method changed, and without
 * Authorization and cookies at another origin, unless `keepsCredentials` says that the target may have them.
 */
export function redirectedRequest<Body>(
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

/** As browsers do it, and RFC 9110 allows it. */
function methodAfter(method: string, status: number): string {
  if (status === 303) return method === "HEAD" ? "HEAD" : "GET";
  return method === "POST" && (status === 301 || status === 302) ? "GET" : method;
}
