import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Asked {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** The answer to one request: a status with JSON, or a function that handles the response. */
export type Reply =
  | { status: number; json?: unknown; headers?: Record<string, string> }
  | ((response: ServerResponse, asked: Asked) => void);

/** A server that answers by a script over real sockets, which it may break. */
export interface ScriptedServer {
  url: string;
  asked: Asked[];
  /** The next replies, one per request; the last one is repeated. */
  play(...replies: Reply[]): void;
  close(): Promise<void>;
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  const asked: Asked[] = [];
  let replies: Reply[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const now = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: await text(request),
    };
    asked.push(now);
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
    asked,
    play: (...next) => {
      asked.length = 0;
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
export const breaks: Reply = (response) => void response.destroy();

/** A problem as the server words it. */
export function problem(status: number, error: string, headers: Record<string, string> = {}): Reply {
  const json = { type: "about:blank", title: "Error", status, detail: "Not now", error, request_id: "req_1" };
  return { status, json, headers };
}

/** Events as they stand on the wire, `[id, event, data]`, and then what becomes of the connection. */
export function events(end: "ends" | "breaks", ...told: [number, string, unknown][]): Reply {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    const lines = told.map(
      ([id, event, data]) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
    );
    response.write(`: hello\n\n${lines.join("")}`, () =>
      end === "ends" ? response.end() : response.socket?.destroy(),
    );
  };
}
