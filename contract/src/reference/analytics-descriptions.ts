import { analyticsRoutes } from "../analytics.ts";
import { LIMITS } from "../limits.ts";
import { TEXTS } from "../texts.ts";
import { describe } from "./operation-descriptions.ts";

const SPAN = `over the last \`days\` UTC days (1 to ${LIMITS.analyticsDaysMax}, including today)`;
const PLAN =
  "The Free plan includes the totals. Daily figures, execution times, unique users and CSV (`format=csv` or `Accept: text/csv`) need Creator or Business; `left_out` names what is missing. Execution times are within 1/128 of the exact values; all other figures are exact. Trial runs of uploads do not count.";
const CSV = { 403: { forbidden: TEXTS.analytics.csvNeedsPlan } };

export const analyticsDescriptions = describe(analyticsRoutes, {
  ofAgent: {
    description: `Returns the runs and earnings of one of your agents ${SPAN}. Runs count on the day on which they ended, refunds on the day on which they were made. ${PLAN}`,
    errors: { ...CSV, 404: { not_found: "You have no such agent." } },
  },
  ofDeveloper: {
    description: `Returns the runs and earnings of all your agents ${SPAN}. A user who ran several of them counts once. ${PLAN}`,
    errors: CSV,
  },
});
