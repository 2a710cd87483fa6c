import { chmodSync, chownSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";

/** Longest path of a Unix socket on Linux: 108 bytes with its final zero. Node cuts a longer one silently. */
export const LONGEST_SOCKET_PATH = 107;
/** The monitor forwards at most 64 connections at once; the rest is slack for ones that are closing. */
const MAX_CONNECTIONS = 128;

/** A run's own way to the gateway. */
export interface GatewaySocket {
  path: string;
  close(): void;
}

/**
 * Listens on a socket that only `ownerUid` (default: this process's user) can connect to, and hands each connection on.
 * A connection that `connect` throws at is closed.
 * Rejects when the path cannot be bound.
 */
export function openGatewaySocket(
  path: string,
  ownerUid: number | undefined,
  connect: (socket: Socket) => void,
): Promise<GatewaySocket> {
  const open = new Set<Socket>();
  // Half-open as HTTP servers are: a client may end its side and still read the answer.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    // The taker of the socket handles errors for its own sake; without any listener one would end the host.
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
