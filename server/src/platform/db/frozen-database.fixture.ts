import { createServer, type Server, Socket } from "node:net";

/** A TCP proxy to a test database that can freeze, like a stopped server or a network that drops packets. */
export interface FreezableDatabase {
  readonly url: string;
  freeze(): void;
  thaw(): void;
  /** Breaks all connections and accepts no new ones, like a server that is down. */
  stop(): Promise<void>;
}

/** Opens a TCP port that forwards to the database at this URL. */
export async function openFreezableDatabase(databaseUrl: string): Promise<FreezableDatabase> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server: Server = createServer((client) => {
    const upstream = new Socket();
    const host = decodeURIComponent(target.hostname);
    upstream.connect(
      host.startsWith("/")
        ? { path: `${host}/.s.PGSQL.${target.port}` }
        : { host, port: Number(target.port) },
    );
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      if (isFrozen) from.pause();
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(typeof address === "object" && address !== null ? address.port : 0);
  return {
    url: url.href,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
