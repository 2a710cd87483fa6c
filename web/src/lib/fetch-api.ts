import { HttpError, NetworkError } from "./http-error.ts";
import { loadContract } from "./load-contract.ts";
import { readToken } from "./session.ts";

const BASE = "/api/v1";

async function readProblem(response: Response) {
  const { Problem } = await loadContract();
  const body: unknown = await response.json().catch(() => null);
  const parsed = Problem.safeParse(body);
  return parsed.success ? parsed.data : null;
}

/**
 * Fetches a path of the API with the bearer token when there is one.
 * @throws HttpError for a non-OK answer, NetworkError for none; an abort passes through as it is.
 */
export async function fetchApi(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const token = readToken();
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  let response: Response;
  try {
    response = await fetch(`${BASE}${path}`, { ...init, headers });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new NetworkError(cause);
  }
  if (!response.ok) throw new HttpError(response.status, response.statusText, await readProblem(response));
  return response;
}
