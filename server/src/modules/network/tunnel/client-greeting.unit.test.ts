import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { readGreeting } from "./client-greeting.ts";

const TARGET = { host: "api.example.com", port: 80 };
const REQUEST = "GET / HTTP/1.1\r\nHost: api.example.com\r\nX: 1\r\n\r\n";

/** Sends each string as a separate chunk. */
function send(...chunks: string[]): Promise<Buffer> {
  const client = new PassThrough();
  const read = readGreeting(client, Buffer.alloc(0), TARGET);
  for (const chunk of chunks) client.emit("data", Buffer.from(chunk));
  return read;
}

test("a request may arrive header by header", async () => {
  const lines = REQUEST.split(/(?<=\r\n)/);
  expect((await send(...lines)).toString()).toBe(REQUEST);
});

test("a request that arrives byte by byte is refused, because it would be parsed again with each byte", async () => {
  const endless = ["GET / HTTP/1.1\r\nHost: api.example.com\r\nX: ", ..."x".repeat(300)];
  await expect(send(...endless)).rejects.toThrow("arrives in too many chunks");
});

test("a request that never ends is refused at the size limit", async () => {
  await expect(send("GET / HTTP/1.1\r\nX: ", "x".repeat(70_000))).rejects.toThrow("too large");
});
