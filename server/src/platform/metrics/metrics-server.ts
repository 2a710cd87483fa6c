import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";

interface MetricsServerOptions {
  registry: Registry;
  host: string;
  port: number;
  /** Reports why metrics could not be read. */
  onFailure(error: unknown): void;
}

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves `/metrics` to an operator's Prometheus, on a separate port that users of the product cannot reach. */
export async function openMetricsServer(options: MetricsServerOptions): Promise<MetricsServer> {
  const { registry, host, port } = options;
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics")
      return endResponse(response, 404, "Not found\n");
    registry.metrics().then(
      (text) => endResponse(response, 200, text, registry.contentType),
      (error: unknown) => {
        options.onFailure(error);
        endResponse(response, 500, "Failed to collect metrics; see the log\n");
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function endResponse(
  response: ServerResponse,
  status: number,
  text: string,
  type = "text/plain; charset=utf-8",
) {
  response.writeHead(status, { "content-type": type }).end(text);
}
