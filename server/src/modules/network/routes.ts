import { connectorRoutes } from "@stoa/contract";
import type { Mount } from "../../platform/http/mount.ts";
import type { HostGrants } from "./grants/host-grants.ts";

export function mountHostRoutes(mount: Mount, grants: HostGrants): void {
  mount.signedIn(connectorRoutes.hostGrants, ({ caller }) => grants.list(caller));

  mount.open(connectorRoutes.hosts, ({ caller, params }) => grants.listForAgent(params.id, caller));

  mount.signedIn(connectorRoutes.allowHosts, ({ caller, params, body }) =>
    grants.allow(caller, params.id, body.hosts),
  );

  mount.signedIn(connectorRoutes.revokeHosts, async ({ caller, params }) => {
    await grants.revoke(caller, params.id);
    return { success: true as const };
  });
}
