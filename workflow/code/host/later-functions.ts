import type { JsonObject } from "../../model/item.ts";
import type { HttpClient } from "../../model/services.ts";
import { CODE_LIMITS } from "../code-limits.ts";

/** The result of an asynchronous host function. */
export interface AsyncFunction {
  plain?: JsonObject;
  bytes?: Uint8Array;
}

function waitFor(ms: number, signal: AbortSignal): Promise<AsyncFunction> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve({}), Math.min(Math.max(0, ms), CODE_LIMITS.wallMs));
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(new Error("the run is over"));
      },
      { once: true },
    );
  });
}

/** Runs a host function by name, `wait` or `http`, and returns its result. */
export async function findAsyncFunction(
  http: HttpClient,
  name: string,
  [request]: readonly unknown[],
  bytes: Uint8Array | undefined,
  signal: AbortSignal,
): Promise<AsyncFunction> {
  if (name === "wait") return waitFor(Number(request) || 0, signal);
  if (name !== "http") throw new Error(`the host has no ${name}`);
  const { method, url, headers, body, timeoutMs, maxRedirects } = request as {
    method: string;
    url: string;
    headers: Record<string, string>;
    body?: string;
    timeoutMs: number;
    maxRedirects: number;
  };
  const content = bytes ?? body;
  const answer = await http.send({
    method: String(method),
    url: String(url),
    headers,
    ...(content !== undefined && { body: content }),
    maxRedirects: Number(maxRedirects) || 0,
    timeoutMs: Math.min(Number(timeoutMs) || CODE_LIMITS.wallMs, CODE_LIMITS.wallMs),
    signal,
  });
  const { status, statusText } = answer;
  return { plain: { status, statusText, headers: { ...answer.headers } }, bytes: answer.body };
}
