import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterEach, expect, it, vi } from "vitest";
import { streamNotifications } from "./notification-stream.ts";

let server: Server | undefined;

/** Starts a real server that receives the browser's relative URLs. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<void> {
  const listening = createServer(answer);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const address = listening.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init));
}

afterEach(() => {
  vi.unstubAllGlobals();
  server?.closeAllConnections();
  server?.close();
});

const formatUnread = (id: string, count: number) => `id: ${id}\nevent: unread\ndata: {"unread":${count}}\n\n`;

it("a stream that ends or breaks resumes where it stopped, unless it was refused", async () => {
  const requestedIds: Array<string | undefined> = [];
  await serve((call, response) => {
    requestedIds.push(call.headers["last-event-id"]?.toString());
    if (requestedIds.length === 3) {
      response.writeHead(401).end();
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    const text = formatUnread(`place ${requestedIds.length}`, requestedIds.length);
    if (requestedIds.length === 1) response.end(text);
    else response.write(text, () => call.socket.destroy());
  });
  const unreadCounts: number[] = [];
  for await (const event of streamNotifications(new AbortController().signal, { firstWaitMs: 1 }))
    if (event.name === "unread") unreadCounts.push(event.data.unread);
  expect(unreadCounts).toEqual([1, 2]);
  expect(requestedIds).toEqual([undefined, "place 1", "place 2"]);
});

it("an aborted stream delivers no more events, even if it is waiting to reconnect", async () => {
  await serve((_, response) => {
    response.writeHead(503).end();
  });
  const leaving = new AbortController();
  const following = streamNotifications(leaving.signal).next();
  setTimeout(() => leaving.abort(), 50);
  expect(await following).toEqual({ done: true, value: undefined });
});
