import { sharedRunRoutes } from "@stoa/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { SHARED_BY_LINK } from "../../platform/http/security-headers.ts";
import type { SharedRuns } from "./shared-runs.ts";

export function mountSharedRunRoutes(mount: Mount, runs: SharedRuns): void {
  const routes = sharedRunRoutes;
  mount.signedIn(routes.link, ({ caller, params }) => runs.getLink(caller, params.id));
  mount.signedIn(routes.share, ({ caller, params }) => runs.share(caller, params.id));
  mount.signedIn(routes.unshare, async ({ caller, params }) => {
    await runs.unshare(caller, params.id);
    return { success: true } as const;
  });
  mount.open(routes.shared, ({ params, reply }) => {
    reply.headers(SHARED_BY_LINK);
    return runs.read(params.token);
  });
}
