import type { HttpClient, HttpRequest, HttpResponse } from "../../model/services.ts";

export interface ScriptedResponse {
  status?: number;
  statusText?: string;
  headers?: Record<string, string>;
  /** Objects and lists are sent as JSON. */
  body?: unknown;
}

/** An HTTP client that records requests. */
export interface ScriptedHttp extends HttpClient {
  requests: HttpRequest[];
}

function toHttpResponse({
  status = 200,
  statusText = "OK",
  headers,
  body = "",
}: ScriptedResponse): HttpResponse {
  const isPlain = typeof body === "string" || body instanceof Uint8Array;
  const type = isPlain ? "text/plain" : "application/json; charset=utf-8";
  return {
    status,
    statusText,
    headers: { "content-type": type, ...headers },
    body: Buffer.from(isPlain ? body : JSON.stringify(body)),
  };
}

/** Creates a client that responds with the results of a function, or with the entries of a list in order. */
export function createScriptedHttp(
  script: readonly ScriptedResponse[] | ((request: HttpRequest) => ScriptedResponse),
): ScriptedHttp {
  const requests: HttpRequest[] = [];
  return {
    requests,
    send(request) {
      requests.push(request);
      const answer = typeof script === "function" ? script(request) : script[requests.length - 1];
      return answer
        ? Promise.resolve(toHttpResponse(answer))
        : Promise.reject(new Error("nothing more is scripted"));
    },
  };
}

/** Returns a request body as text. */
export function getBodyText({ body }: HttpRequest): string {
  return typeof body === "string" ? body : Buffer.from(body ?? []).toString("utf8");
}
