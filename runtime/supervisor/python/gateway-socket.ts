import { chmodSync, chownSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";

/**
 * The maximum length of a Unix socket's path on Linux: 108 bytes with the final zero. Node silently truncates longer
 * paths.
 */
export const LONGEST_SOCKET_PATH = 107;
/**
 * The maximum number of connections. The monitor forwards at most 64 at a time. The rest are for connections that are
 * closing.
 */
const MAX_CONNECTIONS = 128;

/** A run's own socket to the gateway. */
export interface GatewaySocket {
  path: string;
  close(): void;
}

/**
 * Listens on a socket that only `ownerUid` (default: this process's user) can connect to, and passes each connection
 * to `connect`. If `connect` throws, the connection is closed. Rejects if the path cannot be bound.
 */
export function openGatewaySocket(
  path: string,
  ownerUid: number | undefined,
  connect: (socket: Socket) => void,
): Promise<GatewaySocket> {
  const open = new Set<Socket>();
  // Half-open like HTTP servers: a client may close its side and still read the response.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    // The receiver may add its own error listener. Without any listener, an error would crash the host.
    socket.on("error", () => socket.destroy());
    try {
      connect(socket);
    } catch {
      socket.destroy();
    }
  });
  server.maxConnections = MAX_CONNECTIONS;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => {
      server.off("error", reject);
      server.on("error", () => server.close());
      try {
        chmodSync(path, 0o600);
        if (ownerUid !== undefined) chownSync(path, ownerUid, ownerUid);
      } catch (error) {
        server.close();
        reject(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      resolve({
        path,
        close() {
          server.close();
          for (const socket of open) socket.destroy();
          rmSync(path, { force: true });
        },
      });
    });
  });
}
