import { connectorRoutes } from "@stoa/contract";
import type { Mount } from "../../../platform/http/mount.ts";
import type { ConnectorGrants } from "./grants.ts";

export function mountGrantRoutes(mount: Mount, grants: ConnectorGrants): void {
  mount.signedIn(connectorRoutes.grants, ({ caller }) => grants.list(caller));

  mount.signedIn(connectorRoutes.revoke, async ({ caller, params }) => {
    await grants.revoke(caller, params.id);
    return { success: true as const };
  });

  mount.open(connectorRoutes.ofAgent, ({ caller, params }) => grants.listForAgent(params.id, caller));

  mount.signedIn(connectorRoutes.grant, ({ caller, params, body }) =>
    grants.grant(caller, params.id, body.uses),
  );
}
