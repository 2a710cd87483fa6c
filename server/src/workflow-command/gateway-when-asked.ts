import type { LocalConnectors } from "./local-connectors.ts";
import type { LocalGateway } from "./local-gateway.ts";
import { LOCAL_RUN } from "./local-run.ts";

/** The gateway of a run on this machine, opened when the run first asks it: most ask nothing, and it takes a second. */
export interface GatewayWhenAsked extends LocalGateway {
  /** @throws UsageError where it was asked and could not be opened */
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
