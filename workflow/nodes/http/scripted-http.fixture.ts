import type { HttpClient, HttpRequest, HttpResponse } from "../../model/services.ts";

export interface ScriptedAnswer {
  status?: number;
  statusText?: string;
  headers?: Record<string, string>;
  /** Objects and lists are sent as JSON. */
  body?: unknown;
}

/** A server in memory, and what it was asked. */
export interface ScriptedHttp extends HttpClient {
  asked: HttpRequest[];
}

function answerOf({ status = 200, statusText = "OK", headers, body = "" }: ScriptedAnswer): HttpResponse {
  const isPlain = typeof body === "string" || body instanceof Uint8Array;
  const type = isPlain ? "text/plain" : "application/json; charset=utf-8";
  return {
    status,
    statusText,
    headers: { "content-type": type, ...headers },
    body: Buffer.from(isPlain ? body : JSON.stringify(body)),
  };
}

/** Answers each request as it is told: by a function, or with the answers in their order. */
export function scriptedHttp(
  script: readonly ScriptedAnswer[] | ((request: HttpRequest) => ScriptedAnswer),
): ScriptedHttp {
  const asked: HttpRequest[] = [];
  return {
    asked,
    send(request) {
      asked.push(request);
      const answer = typeof script === "function" ? script(request) : script[asked.length - 1];
      return answer
        ? Promise.resolve(answerOf(answer))
        : Promise.reject(new Error("nothing more is scripted"));
    },
  };
}

/** A request's body as text. */
export function sentText({ body }: HttpRequest): string {
  return typeof body === "string" ? body : Buffer.from(body ?? []).toString("utf8");
}
