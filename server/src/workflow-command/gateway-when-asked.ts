import type { LocalConnectors } from "./local-connectors.ts";
import type { LocalGateway } from "./local-gateway.ts";
import { LOCAL_RUN } from "./local-run.ts";

/**
 * The gateway of a local run. It opens on the first request, because opening takes a second and most runs need none.
 */
export interface GatewayWhenAsked extends LocalGateway {
  /** Waits until the gateway is open, if the run has used it. @throws UsageError if it could not be opened */
  opened(): Promise<void>;
}

export function gatewayWhenAsked(
  env: NodeJS.ProcessEnv,
  modelsFile: string,
  connectors?: LocalConnectors,
): GatewayWhenAsked {
  let gateway: Promise<LocalGateway> | undefined;
  const open = async () => {
    const { openLocalGateway } = await import("./local-gateway.ts");
    return openLocalGateway(env, modelsFile, connectors);
  };
  return {
    ...LOCAL_RUN,
    connect(connection) {
      gateway ??= open();
      gateway.then(
        ({ connect }) => connect(connection),
        () => connection.destroy(),
      );
    },
    async opened() {
      await gateway;
    },
    close: async () => (await gateway?.catch(() => undefined))?.close(),
  };
}
