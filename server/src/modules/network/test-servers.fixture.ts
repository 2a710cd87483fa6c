import { createHash } from "node:crypto";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import type { Duplex } from "node:stream";
import { makeTlsIdentity } from "../../../../tests/harness/tls-authority.ts";

type Request = IncomingMessage | Http2ServerRequest;
type Response = ServerResponse | Http2ServerResponse;

export type TestServers = Awaited<ReturnType<typeof startServers>>;

const listen = (server: Pick<Server, "listen" | "address">): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });

/**
 * Starts servers for HTTPS (HTTP/1.1, HTTP/2, WebSocket, gRPC and a model), for HTTP, and for a protocol in which the
 * server speaks first. Adds the host and path of each HTTP request to `requests`.
 */
export async function startServers(names: readonly string[], requests: string[]) {
  const identity = makeTlsIdentity(names);
  const answer = (request: Request, response: Response) => answerRequest(request, response, requests);
  const secure = createSecureServer({ ...identity, allowHTTP1: true }, answer);
  secure.on("upgrade", (request: IncomingMessage, socket: Duplex) => echoWebSocket(request, socket));
  const plain = createHttpServer(answer);
  const chatty = createTcpServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.write("who are you?");
    socket.on("data", (data) => socket.end(`hello ${data}`));
  });
  const servers = [secure, plain, chatty];
  const [https = 0, http = 0, tcp = 0] = await Promise.all(servers.map((server) => listen(server)));
  const ports = new Map([
    [443, https],
    [80, http],
    [5432, tcp],
    [15432, tcp],
  ]);
  return { ca: identity.ca, ports, close: () => servers.map((server) => server.close()) };
}

const MODEL_ANSWER = {
  id: "own",
  object: "chat.completion",
  created: 1,
  model: "own-model",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: "hello from the developer's own model" },
      finish_reason: "stop",
    },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};

function answerRequest(request: Request, response: Response, requests: string[]): void {
  const { url = "", headers } = request;
  const host = headers.host ?? String(headers[":authority"]);
  requests.push(`${host} ${url}`);
  if (headers["content-type"]?.startsWith("application/grpc")) {
    echoGrpc(request, response);
    return;
  }
  const location = /^\/redirect\/(.+)$/.exec(url)?.[1];
  const size = Number(/^\/bytes\/(\d+)$/.exec(url)?.[1] ?? 0);
  let received = 0;
  request.on("data", (chunk: Buffer) => {
    received += chunk.length;
  });
  request.on("end", () => {
    const echo = { host, path: url, version: request.httpVersion, received };
    if (location !== undefined) response.writeHead(302, { location: `https://${location}/` });
    else if (url.startsWith("/v1/")) response.setHeader("content-type", "application/json");
    const body = url.startsWith("/v1/") ? MODEL_ANSWER : echo;
    response.end(size > 0 ? Buffer.alloc(size, "x") : JSON.stringify(body));
  });
}

/** Returns the message of a unary call. */
function echoGrpc(request: Request, response: Response): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    response.setHeader("content-type", "application/grpc");
    response.addTrailers({ "grpc-status": "0" });
    response.end(Buffer.concat(chunks));
  });
}

/** The text that a server appends to the client's key (RFC 6455). */
const WEBSOCKET_KEY = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const TEXT_FRAME = 0x81;

/** Accepts a WebSocket and returns its first short message. */
function echoWebSocket({ headers }: IncomingMessage, socket: Duplex): void {
  const accept = createHash("sha1")
    .update(`${headers["sec-websocket-key"]}${WEBSOCKET_KEY}`)
    .digest("base64");
  const head = [
    "HTTP/1.1 101 Switching Protocols",
    "upgrade: websocket",
    "connection: Upgrade",
    `sec-websocket-accept: ${accept}`,
  ];
  socket.on("error", () => socket.destroy());
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  socket.once("data", (frame: Buffer) => {
    const length = frame.readUInt8(1) & 0x7f;
    const mask = frame.subarray(2, 6);
    const message = frame.subarray(6, 6 + length).map((byte, at) => byte ^ (mask[at % 4] ?? 0));
    socket.end(Buffer.concat([Buffer.from([TEXT_FRAME, message.length]), message]));
  });
}
