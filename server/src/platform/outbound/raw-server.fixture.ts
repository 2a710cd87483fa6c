import type { AddressInfo, LookupFunction } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import { makeTlsIdentity } from "../../../../tests/harness/tls-authority.ts";

/** Handles a request. `request` contains only its first chunk. */
export type Script = (socket: TLSSocket, request: string) => void;

/** A TLS server that sends scripted bytes, valid HTTP or not. */
export interface RawServer {
  port: number;
  ca: string;
  /** The first chunk of each request. */
  requests: string[];
  answer(script: Script): void;
  close(): Promise<void>;
}

export async function startRawServer(hostNames: readonly string[]): Promise<RawServer> {
  const { ca, cert, key } = makeTlsIdentity(hostNames);
  const requests: string[] = [];
  const sockets = new Set<TLSSocket>();
  let script: Script = (socket) => socket.end("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n");
  const server = createServer({ cert, key }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    socket.on("data", (data) => {
      requests.push(data.toString());
      script(socket, data.toString());
    });
  });
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    ca,
    requests,
    answer: (next) => {
      script = next;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Creates a lookup that resolves each name to its addresses in turn, and then always to the last address. */
export function scriptedLookup(names: Record<string, (string | string[])[]>) {
  const asked: string[] = [];
  const lookup: LookupFunction = (name, options, done) => {
    asked.push(name);
    const answers = names[name] ?? [];
    const next = answers.length > 1 ? answers.shift() : answers[0];
    const found = [next ?? []].flat().map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    const [first] = found;
    if (first === undefined) done(Object.assign(new Error("not found"), { code: "ENOTFOUND" }), "", 0);
    else if (options.all) done(null, found);
    else done(null, first.address, first.family);
  };
  return { lookup, asked };
}
