import { agentSecretRoutes } from "@stoa/contract";
import type { Mount } from "../../../platform/http/mount.ts";
import type { AgentSecrets } from "./agent-secrets.ts";

export function mountSecretRoutes(mount: Mount, secrets: AgentSecrets): void {
  mount.signedIn(agentSecretRoutes.list, ({ caller, params }) => secrets.list(caller, params.id));

  mount.signedIn(agentSecretRoutes.set, ({ caller, params, body }) =>
    secrets.set(caller, params.id, body.secrets),
  );

  mount.signedIn(agentSecretRoutes.remove, async ({ caller, params }) => {
    await secrets.remove(caller, params.id, params.name);
    return { success: true as const };
  });
}
