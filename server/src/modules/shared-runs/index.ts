import { defineModule } from "../../platform/module.ts";
import { deleteEndedLinks } from "./link-store.ts";
import { mountSharedRunRoutes } from "./routes.ts";
import { SharedRuns, type SharedRunsOptions } from "./shared-runs.ts";

export { personalData } from "./personal-data.ts";

/** How often links to deleted content are removed. They already show nothing, so this only frees the rows. */
const CLEANUP_MS = 60 * 60_000;

/** Creates the module with which people show single runs to others by link. */
export function createSharedRuns(deps: SharedRunsOptions) {
  const runs = new SharedRuns(deps);
  return defineModule({
    api: {},
    routes: (mount) => mountSharedRunRoutes(mount, runs),
    jobs: [
      {
        name: "links to deleted runs",
        everyMs: CLEANUP_MS,
        run: () => deleteEndedLinks(deps.db),
      },
    ],
  });
}
