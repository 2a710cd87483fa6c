import type { Database } from "../../platform/db/database.ts";
import { defineModule } from "../../platform/module.ts";
import { createHostDoor, type HostDoorOptions } from "./door/host-door.ts";
import { type DeclaringAgents, HostGrants } from "./grants/host-grants.ts";
import { mountHostRoutes } from "./routes.ts";

export type { ConnectingRun, ConnectingRuns, HostConnection } from "./door/connecting-run.ts";
export { personalData } from "./personal-data.ts";

export interface NetworkDeps extends HostDoorOptions {
  db: Database;
  agents: DeclaringAgents;
}

/**
 * Creates the module that connects runs to the hosts that their versions declare, and stores which hosts callers allow.
 */
export function createNetwork(deps: NetworkDeps) {
  const grants = new HostGrants(deps);
  return defineModule({
    api: { openTunnel: createHostDoor(deps), hostGrants: grants },
    routes: (mount) => mountHostRoutes(mount, grants),
  });
}
