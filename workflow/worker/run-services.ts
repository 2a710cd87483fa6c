import { type Duplex, pipeline } from "node:stream";
import { RunConnection } from "@stoa/runtime/declarative";
import { createCodeRunner, type PythonSandbox } from "../code/index.ts";
import type { WorkflowServices } from "../model/services.ts";
import { gatewayAnswers } from "../outside/gateway-answers.ts";
import { gatewayHttp } from "../outside/gateway-http.ts";
import { gatewayStorage } from "../outside/gateway-storage.ts";

/** Everything that a run in a worker reaches: its gateway, by connections that the server takes up. */
export function runServices(
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
  const http = gatewayHttp(gateway);
  return {
    gateway,
    http,
    storage: gatewayStorage(gateway),
    answers: gatewayAnswers(gateway),
    code: createCodeRunner({ http, python }),
  };
}
