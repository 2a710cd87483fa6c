import { createServer, type IncomingMessage } from "node:http";
import { RunConnection } from "@stoa/runtime/declarative";
import type { GatewayClient } from "../../model/services.ts";

export interface ServiceRequest {
  method: string;
  /** The path without `/connectors/<service>` and without the query. */
  path: string;
  service: string;
  query: Record<string, string>;
  /** Parsed JSON if the body was sent as JSON, otherwise a string. */
  body: unknown;
  bytes: Buffer;
  headers: IncomingMessage["headers"];
}

/** The response: objects and lists are sent as JSON. The default status is 200. */
export interface ServiceReply {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** A gateway whose services follow a script. */
export interface ScriptedService {
  gateway: GatewayClient;
  requests: ServiceRequest[];
}

function toServiceRequest(request: IncomingMessage, bytes: Buffer): ServiceRequest {
  const url = new URL(request.url ?? "", "http://gateway");
  const [, service = "", path = ""] = /^\/connectors\/([^/]+)(.*)$/.exec(url.pathname) ?? [];
  const isJson = request.headers["content-type"] === "application/json";
  return {
    method: request.method ?? "",
    path,
    service,
    query: Object.fromEntries(url.searchParams),
    body: isJson ? JSON.parse(bytes.toString()) : bytes.toString(),
    bytes,
    headers: request.headers,
  };
}

/** Creates services that respond with the results of a function, or with the entries of a list in order. */
export function createScriptedService(
  script: readonly ServiceReply[] | ((request: ServiceRequest) => ServiceReply),
): ScriptedService {
  const requests: ServiceRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const call = toServiceRequest(request, Buffer.concat(chunks));
      requests.push(call);
      const reply = typeof script === "function" ? script(call) : script[requests.length - 1];
      const { status = 200, headers, body = "" } = reply ?? { status: 500, body: "nothing more is scripted" };
      const isPlain = typeof body === "string" || body instanceof Uint8Array;
      response.writeHead(status, {
        "content-type": isPlain ? "application/octet-stream" : "application/json",
        ...headers,
      });
      response.end(isPlain ? body : JSON.stringify(body));
    });
  });
  const connectGateway = (connection: unknown) => server.emit("connection", connection);
  return {
    requests,
    gateway: new RunConnection({ connectGateway, runToken: "token" }, new AbortController().signal),
  };
}
