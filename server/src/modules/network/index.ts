import type { Database } from "../../platform/db/database.ts";
import { defineModule } from "../../platform/module.ts";
import { type DeclaringAgents, HostGrants } from "./grants/host-grants.ts";
import { mountHostRoutes } from "./routes.ts";
import { createHostTunnels, type HostTunnelOptions } from "./tunnel/host-tunnels.ts";

export { personalData } from "./personal-data.ts";
export type { ConnectingRun, ConnectingRuns, HostConnection } from "./tunnel/connecting-run.ts";

export interface NetworkDeps extends HostTunnelOptions {
  db: Database;
  agents: DeclaringAgents;
}

/**
 * Creates the module that connects runs to the hosts that their versions declare, and stores which hosts callers allow.
 */
export function createNetwork(deps: NetworkDeps) {
  const grants = new HostGrants(deps);
  return defineModule({
    api: { openTunnel: createHostTunnels(deps), hostGrants: grants },
    routes: (mount) => mountHostRoutes(mount, grants),
  });
}
