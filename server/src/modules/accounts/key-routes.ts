import { keyRoutes } from "@stoa/contract";
import type { Mount } from "../../platform/http/mount.ts";
import type { Accounts } from "./service.ts";

/** API keys and what may be spent. */
export function mountKeyRoutes(mount: Mount, { keys, spending }: Pick<Accounts, "keys" | "spending">): void {
  mount.signedIn(keyRoutes.list, ({ caller, query }) => keys.list(caller, query));
  mount.signedIn(keyRoutes.create, ({ caller, body }) => keys.create(caller, body));
  mount.signedIn(keyRoutes.update, ({ caller, params, body }) => keys.update(caller, params.id, body));
  mount.signedIn(keyRoutes.revoke, async ({ caller, params }) => {
    await keys.revoke(caller, params.id);
    return { success: true } as const;
  });
  mount.signedIn(keyRoutes.spendingLimits, ({ caller }) => spending.read(caller));
  mount.signedIn(keyRoutes.updateSpendingLimits, ({ caller, body }) => spending.change(caller, body));
}
