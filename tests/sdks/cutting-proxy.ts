import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy in front of a server that cuts connections, as bad networks do. */
export interface CuttingProxy {
  url: string;
  /** The number of connections that the proxy has cut. */
  readonly cuts: number;
  /** Cuts all open connections. */
  cut(): void;
  close(): Promise<void>;
}

/**
 * Starts a proxy in front of a server.
 * @param server the server's URL
 * @param after the number of response bytes after which each connection is cut, in order; further connections are not
 * cut
 */
export async function startCuttingProxy(server: string, after: readonly number[]): Promise<CuttingProxy> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  let connections = 0;
  let cuts = 0;
  const proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let left = after[connections] ?? Number.POSITIVE_INFINITY;
    connections += 1;
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", end).on("close", () => {
        sockets.delete(socket);
        end();
      });
    }
    client.pipe(upstream);
    upstream.on("data", (bytes: Buffer) => {
      if (bytes.length <= left) {
        left -= bytes.length;
        client.write(bytes);
        return;
      }
      cuts += 1;
      client.write(bytes.subarray(0, left), end);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    get cuts() {
      return cuts;
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
