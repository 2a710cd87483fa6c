import { operatorRoutes } from "@stoa/contract";
import type { Mount } from "../../platform/http/mount.ts";
import type { Operators } from "./operators.ts";

export function mountOperatorRoutes(mount: Mount, operators: Operators): void {
  mount.signedIn(operatorRoutes.audit, ({ caller, query }) => operators.listAuditEntries(caller, query));

  mount.signedIn(operatorRoutes.suspendAgent, ({ caller, params, body }) =>
    operators.suspendAgent(caller, params.id, body.reason),
  );

  mount.signedIn(operatorRoutes.restoreAgent, ({ caller, params }) =>
    operators.restoreAgent(caller, params.id),
  );
}
