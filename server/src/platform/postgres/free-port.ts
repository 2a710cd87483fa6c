import { createServer } from "node:net";

/** Returns the preferred port of 127.0.0.1 if it is free, or else a port that the system picks. */
export async function findFreePort(preferred: number | null): Promise<number> {
  if (preferred !== null) {
    const port = await listenOnce(preferred).catch(() => null);
    if (port !== null) return port;
  }
  return listenOnce(0);
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === "string") reject(new Error("No port was assigned."));
        else resolve(address.port);
      });
    });
  });
}
