import { pipeline } from "node:stream";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { RunConnection } from "../../declarative/run-connection.ts";
import { createCodeRunner, type PythonSandbox } from "../code/index.ts";
import type { WorkflowServices } from "../model/services.ts";
import { gatewayHttp } from "../outside/gateway-http.ts";
import { gatewayStorage } from "../outside/gateway-storage.ts";
import { PortStream } from "./port-stream.ts";

/** Everything that a run in a worker reaches: its gateway, by connections that the main thread takes up. */
export function runServices(
  runToken: string,
  signal: AbortSignal,
  { connect, python }: { connect: (port: MessagePort) => void; python: PythonSandbox },
): WorkflowServices {
  const gateway = new RunConnection(
    {
      runToken,
      connectGateway(connection) {
        const { port1, port2 } = new MessageChannel();
        const ours = new PortStream(port1);
        pipeline(connection, ours, connection, () => {
          connection.destroy();
          ours.destroy();
        });
        connect(port2);
      },
    },
    signal,
  );
  const http = gatewayHttp(gateway);
  return { gateway, http, storage: gatewayStorage(gateway), code: createCodeRunner({ http, python }) };
}
