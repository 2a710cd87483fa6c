import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** The time that open replies get when the server closes. Runs were given time before that. */
const LAST_ANSWERS_MS = 5_000;

/**
 * Lets the server close. Node waits for every connection that it does not consider idle, including connections
 * without any request so far (browsers open some in advance) and requests that never end. A closing server no longer
 * looks for slow senders.
 */
export function closeConnectionsWith(app: FastifyInstance): void {
  const { server } = app;
  const unused = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.on("request", ({ socket }) => unused.delete(socket));
  let deadline: NodeJS.Timeout | undefined;
  app.addHook("preClose", (done) => {
    for (const socket of unused) socket.destroy();
    deadline = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS);
    done();
  });
  app.addHook("onClose", (_app, done) => {
    clearTimeout(deadline);
    done();
  });
}
