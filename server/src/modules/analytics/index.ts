import { defineModule } from "../../platform/module.ts";
import { Analytics, type AnalyticsOptions } from "./analytics.ts";
import { mountAnalyticsRoutes } from "./routes.ts";

/** The interval at which old days are removed. They are kept for 400 days, so an extra hour makes no difference. */
const FORGET_MS = 3_600_000;

/** Creates the module that shows developers the daily runs and earnings of their agents. */
export function createAnalytics(deps: AnalyticsOptions) {
  const analytics = new Analytics(deps);
  return defineModule({
    api: {},
    routes: (mount) => mountAnalyticsRoutes(mount, analytics),
    jobs: [{ name: "daily analytics retention", everyMs: FORGET_MS, run: () => analytics.forgetOld() }],
  });
}
