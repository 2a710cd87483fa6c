import { type Duplex, pipeline } from "node:stream";
import { RunConnection } from "@stoa/runtime/declarative";
import { createGatewayHttp } from "@stoa/runtime/gateway-http";
import { createCodeRunner, type PythonSandbox } from "../code/index.ts";
import { createGatewayStorage } from "../gateway/gateway-storage.ts";
import { createGatewayWaits } from "../gateway/gateway-waits.ts";
import type { WorkflowServices } from "../model/services.ts";

/** Returns the services that a run in a worker can reach: its gateway, through connections to the server. */
export function createServices(
  runToken: string,
  signal: AbortSignal,
  { connect, python }: { connect: () => Duplex; python: PythonSandbox },
): WorkflowServices {
  const gateway = new RunConnection(
    {
      runToken,
      connectGateway(connection) {
        const ours = connect();
        pipeline(connection, ours, connection, () => {
          connection.destroy();
          ours.destroy();
        });
      },
    },
    signal,
  );
  const http = createGatewayHttp(gateway);
  return {
    gateway,
    http,
    storage: createGatewayStorage(gateway),
    waits: createGatewayWaits(gateway),
    code: createCodeRunner({ http, python }),
  };
}
