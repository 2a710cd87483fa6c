import { type AddressInfo, createServer, type Socket } from "node:net";

/** The behavior of a provider on the raw connection after a complete request. */
export type Misdeed = (socket: Socket, request: string) => void;

/** A provider that can send bytes that no HTTP server would send. */
export interface RawUpstream {
  baseUrl: string;
  /** The requests received so far. */
  received: string[];
  does(misdeed: Misdeed): void;
  close(): Promise<void>;
}

/** Starts a provider on plain sockets. */
export async function startRawUpstream(): Promise<RawUpstream> {
  let misdeed: Misdeed = (socket) => socket.destroy();
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = "";
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
      if (text.length < text.indexOf("\r\n\r\n") + 4 + length) return;
      received.push(text);
      misdeed(socket, text);
      text = "";
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    received,
    does: (next) => {
      misdeed = next;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Returns the head of a response. */
export function head(fields: Record<string, string | number>, status = "200 OK"): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join("")}\r\n`;
}

/** Writes the same bytes until the connection closes. */
export function writeForever(socket: Socket, bytes: string | Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(bytes)) {
      // Stop when the other side cannot keep up.
    }
  };
  socket.on("drain", more);
  more();
}
