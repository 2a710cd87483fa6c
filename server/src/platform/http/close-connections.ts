import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** What is still being answered when the server closes has this long; runs had their own time before. */
const LAST_ANSWERS_MS = 5_000;

/**
 * Lets the server close. Node waits for every connection that is not idle, and counts as such one on which nothing was
 * asked yet (browsers open some ahead) or whose request never ends; once it closes it no longer looks for slow senders.
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
