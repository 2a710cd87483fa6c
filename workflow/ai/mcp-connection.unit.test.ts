import type { IncomingMessage } from "node:http";
import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import type { GatewayClient, HttpClient, HttpRequest } from "../model/services.ts";
import { mcpClient } from "../nodes/ai/tools/mcp-client.ts";
import { answerAsMcpServer } from "../nodes/ai/tools/scripted-mcp.fixture.ts";
import { runNode } from "../testing/run-node.ts";

const answered = (status: number, headers: Record<string, string> = {}, body = "") => ({
  status,
  statusText: "",
  headers,
  body: Buffer.from(body),
});

/** Creates a server with the SSE transport, which answers POST requests on the stream that was opened first. */
function startOlderServer(options: { endpoint?: string; breaksOff?: boolean } = {}) {
  const requests: string[] = [];
  let stream = new PassThrough();
  const http: HttpClient = {
    send(request: HttpRequest) {
      const { pathname, search } = new URL(request.url);
      requests.push(`${request.method} ${pathname}${search}`);
      if (pathname !== "/messages") return Promise.resolve(answered(404));
      const { body } = answerAsMcpServer(request);
      if (options.breaksOff) stream.destroy(new Error("the connection broke"));
      else if (body.byteLength > 0) stream.write(`event: message\ndata: ${Buffer.from(body).toString()}\n\n`);
      return Promise.resolve(answered(202));
    },
    open(request: HttpRequest) {
      requests.push(`${request.method} ${new URL(request.url).pathname} ${request.headers.accept}`);
      stream = new PassThrough();
      stream.write(`event: endpoint\ndata: ${options.endpoint ?? "/messages?session=1"}\n\n`);
      const { body: _, ...head } = answered(200, { "content-type": "text/event-stream" });
      return Promise.resolve({ ...head, body: stream });
    },
  };
  return { http, requests: requests, isOpen: () => !stream.destroyed };
}

const CALL = { tool: "add", inputMode: "json", jsonInput: '{"a": 1}' };
const CONTENT = [[{ content: [{ type: "text", text: { did: "add", with: { a: 1 } } }] }]];

const runCall = (http: HttpClient, parameters: { [name: string]: string }) =>
  runNode({ type: mcpClient, version: 1, parameters: { ...CALL, ...parameters }, services: { http } });

test("calls a server over its event stream and closes the stream", async () => {
  const { http, requests, isOpen } = startOlderServer();
  const { outputs, error } = await runCall(http, {
    endpointUrl: "https://mcp.example.com/sse",
    serverTransport: "sse",
  });
  expect(error).toBeUndefined();
  expect(outputs).toEqual(CONTENT);
  expect(requests[0]).toBe("GET /sse text/event-stream");
  expect(new Set(requests.slice(1))).toEqual(new Set(["POST /messages?session=1"]));
  await expect.poll(isOpen).toBe(false);
});

test("falls back to the SSE transport", async () => {
  const { http, requests } = startOlderServer();
  const { outputs } = await runCall(http, { endpointUrl: "https://mcp.example.com/sse" });
  expect(outputs).toEqual(CONTENT);
  // The client asks for protocol 2026-07-28, then for the versions before it, and then for the older transport.
  expect(requests.slice(0, 3)).toEqual(["POST /sse", "POST /sse", "GET /sse text/event-stream"]);
});

test("falls back to the streamable HTTP transport", async () => {
  const requests: string[] = [];
  const http: HttpClient = {
    send: (request) => {
      requests.push(request.method);
      return Promise.resolve(answerAsMcpServer(request));
    },
    open: () => {
      requests.push("stream");
      const { body: _, ...head } = answered(405);
      return Promise.resolve({ ...head, body: new PassThrough().end() });
    },
  };
  const { outputs } = await runCall(http, {
    endpointUrl: "https://mcp.example.com/mcp",
    serverTransport: "sse",
  });
  expect(outputs).toEqual(CONTENT);
  expect(requests[0]).toBe("stream");
});

test("refuses to post messages to an origin other than the stream's", async () => {
  const { http, requests } = startOlderServer({ endpoint: "https://elsewhere.example.com/messages" });
  const { error } = await runCall(http, {
    endpointUrl: "https://mcp.example.com/sse",
    serverTransport: "sse",
  });
  expect(error?.message).toContain("Endpoint origin does not match connection origin");
  expect(requests).toEqual(["GET /sse text/event-stream"]);
});

test("sends a credential through the connector of the server's host", async () => {
  const { http, requests } = startOlderServer();
  const gateway: GatewayClient = {
    async call({ method, path, accept, content }) {
      const [, , host, ...rest] = path.split("/");
      const request = {
        method,
        url: `https://${host}/${rest.join("/")}`,
        headers: { accept },
        ...(content && { body: content.bytes }),
        maxRedirects: 0,
        timeoutMs: 1_000,
      };
      const asStream = method === "GET" ? http.open?.(request) : undefined;
      const { status, headers, body } = await (asStream ?? http.send(request));
      const stream = Buffer.isBuffer(body) ? Readable.from([body]) : (body as Readable);
      return Object.assign(stream, { statusCode: status, statusMessage: "", headers }) as IncomingMessage;
    },
  };
  const { outputs, error } = await runNode({
    type: mcpClient,
    version: 1,
    parameters: {
      ...CALL,
      endpointUrl: "https://mcp.example.com/sse",
      serverTransport: "sse",
      authentication: "bearerAuth",
    },
    services: { gateway },
  });
  expect(error).toBeUndefined();
  expect(outputs).toEqual(CONTENT);
  expect(requests[0]).toBe("GET /sse text/event-stream");
});

test("reports the status with which a server refuses the connection", async () => {
  const http: HttpClient = {
    send: () => Promise.resolve(answered(401)),
    open: () => {
      const { body: _, ...head } = answered(401);
      return Promise.resolve({ ...head, body: new PassThrough().end() });
    },
  };
  const { error } = await runCall(http, {
    endpointUrl: "https://mcp.example.com/sse",
    serverTransport: "sse",
  });
  expect(error?.message).toContain("401");
});
