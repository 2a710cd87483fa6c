import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface AuthorizingProxy {
  url: string;
  close(): void;
}

/**
 * Starts a proxy that adds a key to every request, because the conformance suite cannot send one. It passes on everything
 * else as it is, also `Host` and `Origin`.
 */
export async function startAuthorizingProxy(target: string, key: string): Promise<AuthorizingProxy> {
  const server = createServer((incoming, outgoing) => {
    const { method, url = "/", headers } = incoming;
    const onward = request(
      new URL(url, target),
      { method, headers: { ...headers, authorization: `Bearer ${key}` } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, close: () => server.close() };
}
