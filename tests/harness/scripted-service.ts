import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { makeTlsIdentity } from "./tls-authority.ts";

export interface RecordedRequest {
  method: string;
  /** The host of the request without the port. */
  host: string;
  /** The raw path and query. */
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface ScriptedAnswer {
  status: number;
  headers?: Record<string, string>;
  /** The body, sent as JSON unless it is a string or a stream of strings. */
  body?: unknown;
}

/** A TLS server that simulates third-party services: it answers as scripted and records its requests. */
export interface ScriptedService {
  readonly port: number;
  /** The certificate authority that signed the service's certificate, as PEM. */
  readonly ca: string;
  readonly requests: RecordedRequest[];
  /** Resolves every name to this machine. */
  readonly lookup: LookupFunction;
  /** Sets the answer to all following requests. */
  answer(createAnswer: (request: RecordedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>): void;
  close(): Promise<void>;
}

/** Starts a server whose certificate is trusted for these names. */
export async function startScriptedService(hostNames: readonly string[]): Promise<ScriptedService> {
  const { ca, cert, key } = makeTlsIdentity(hostNames);
  const requests: RecordedRequest[] = [];
  let respond: Parameters<ScriptedService["answer"]>[0] = () => ({ status: 404 });
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { host = "", ...headers } = request.headers;
    const recorded: RecordedRequest = {
      method: request.method ?? "",
      host: host.replace(/:\d+$/, ""),
      path: request.url ?? "",
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: await text(request),
    };
    requests.push(recorded);
    const answer = await respond(recorded);
    const isStream = answer.body instanceof Readable;
    const isText = isStream || typeof answer.body === "string";
    response.writeHead(answer.status, {
      "content-type": isText ? "text/plain" : "application/json",
      ...answer.headers,
    });
    if (isStream) (answer.body as Readable).pipe(response);
    else response.end(isText ? answer.body : JSON.stringify(answer.body ?? {}));
  };
  const server = createServer({ cert, key }, (request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    ca,
    requests,
    lookup: (_name, options, done) =>
      options.all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4),
    answer: (next) => {
      respond = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
