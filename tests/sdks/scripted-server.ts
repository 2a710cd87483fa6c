import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface RecordedRequest {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** The answer to one request: a status with JSON, or a function that handles the response. */
export type Reply =
  | { status: number; json?: unknown; headers?: Record<string, string> }
  | ((response: ServerResponse, request: RecordedRequest) => void);

/** A server that follows a script and uses real connections, which it can break. */
export interface ScriptedServer {
  url: string;
  requests: RecordedRequest[];
  /** Sets the next replies, one per request. The last reply is repeated. */
  play(...replies: Reply[]): void;
  close(): Promise<void>;
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  const requests: RecordedRequest[] = [];
  let replies: Reply[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const now = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: await text(request),
    };
    requests.push(now);
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    if (typeof reply === "function") return reply(response, now);
    response.writeHead(reply?.status ?? 404, { "content-type": "application/json", ...reply?.headers });
    response.end(JSON.stringify(reply?.json ?? {}));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    play: (...next) => {
      requests.length = 0;
      replies = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Breaks the connection before an answer. */
export const breakConnection: Reply = (response) => void response.destroy();

/** Returns a problem in the server's format. */
export function createProblem(status: number, error: string, headers: Record<string, string> = {}): Reply {
  const json = { type: "about:blank", title: "Error", status, detail: "Not now", error, request_id: "req_1" };
  return { status, json, headers };
}

/** Sends events, given as `[id, event, data]`, in their wire format, and then ends the connection in the given way. */
export function replyWithEvents(end: "ends" | "breaks", ...messages: [number, string, unknown][]): Reply {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    const lines = messages.map(
      ([id, event, data]) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
    );
    response.write(`: hello\n\n${lines.join("")}`, () =>
      end === "ends" ? response.end() : response.socket?.destroy(),
    );
  };
}
