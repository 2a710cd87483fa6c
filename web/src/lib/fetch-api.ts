import { HttpError, NetworkError } from "./http-error.ts";
import { endRefusedSession, readToken } from "./session.ts";

const BASE = "/api/v1";

async function readProblem(response: Response) {
  const { Problem } = await import("@stoa/contract/errors");
  const body: unknown = await response.json().catch(() => null);
  const parsed = Problem.safeParse(body);
  return parsed.success ? parsed.data : null;
}

export type SendRequest = (
  url: string,
  init: RequestInit & { readonly headers: Headers },
) => Promise<Response>;

interface ApiRequest extends RequestInit {
  /**
   * Whether to send no token. Public routes do not read it, and their 401 is about a password, not about the session.
   */
  readonly withoutToken?: boolean;
  /** Sends the request. Default: `fetch` */
  readonly send?: SendRequest | undefined;
}

/**
 * Fetches a path of the API with the bearer token if there is one. A 401 ends the token's session in all tabs.
 * @throws HttpError for a non-OK response, NetworkError if there is none; an abort error passes through unchanged.
 */
export async function fetchApi(
  path: string,
  { withoutToken = false, send = fetch, ...init }: ApiRequest = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  const token = withoutToken ? null : readToken();
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  let response: Response;
  try {
    response = await send(`${BASE}${path}`, { ...init, headers });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new NetworkError(cause);
  }
  if (response.status === 401 && token !== null) endRefusedSession(token);
  if (!response.ok) throw new HttpError(response.status, response.statusText, await readProblem(response));
  return response;
}
