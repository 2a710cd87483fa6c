import { defineModule } from "../../platform/module.ts";
import { Analytics, type AnalyticsOptions } from "./analytics.ts";
import { mountAnalyticsRoutes } from "./routes.ts";

/** Days are removed after two months; an hour later makes no difference. */
const FORGET_MS = 3_600_000;

/** What agents did and earned by day, for their developers. */
export function createAnalytics(deps: AnalyticsOptions) {
  const analytics = new Analytics(deps);
  return defineModule({
    api: {},
    routes: (mount) => mountAnalyticsRoutes(mount, analytics),
    jobs: [{ name: "old days of analytics", everyMs: FORGET_MS, run: () => analytics.forgetOld() }],
  });
}
