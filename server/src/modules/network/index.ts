import { defineModule } from "../../platform/module.ts";
import { createHostDoor, type HostDoorOptions } from "./door/host-door.ts";

export type { ConnectingRun, ConnectingRuns, HostConnection } from "./door/connecting-run.ts";

/** Creates the way of runs to the hosts that their versions declare. */
export function createNetwork(deps: HostDoorOptions) {
  return defineModule({ api: { openTunnel: createHostDoor(deps) } });
}
