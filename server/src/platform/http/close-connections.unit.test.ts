import { connect, type Socket } from "node:net";
import pino from "pino";
import { expect, test } from "vitest";
import { createHttpServer } from "./http-server.ts";

/** Starts a server and opens a connection that has sent `sent`. */
async function connected(
  sent: string,
): Promise<{ app: ReturnType<typeof createHttpServer>; socket: Socket }> {
  const app = createHttpServer({ log: pino({ level: "silent" }) });
  app.post("/", () => "never reached");
  const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
  const accepted = new Promise((resolve) => app.server.once("connection", resolve));
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => undefined);
  await accepted;
  if (sent !== "") {
    const asked = new Promise((resolve) => app.server.once("request", resolve));
    socket.write(sent);
    await asked;
  }
  return { app, socket };
}

test("an idle connection does not prevent the server from closing", async () => {
  const { app, socket } = await connected("");
  const ended = new Promise((resolve) => socket.once("close", resolve));
  await app.close();
  await ended;
  expect(socket.destroyed).toBe(true);
});

test("a request whose body never arrives delays closing by only a few seconds", {
  timeout: 20_000,
}, async () => {
  const head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{";
  const { app, socket } = await connected(head);
  const ended = new Promise((resolve) => socket.once("close", resolve));
  await app.close();
  await ended;
  expect(socket.destroyed).toBe(true);
});
