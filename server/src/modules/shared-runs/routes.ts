import { sharedRunRoutes } from "@stoa/contract";
import type { Mount } from "../../platform/http/mount.ts";
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
    // A revoked link must stop working at once, and the content must not appear in search results.
    reply.headers({ "cache-control": "no-store", "x-robots-tag": "noindex" });
    return runs.read(params.token);
  });
}
