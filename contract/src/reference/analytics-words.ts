import { analyticsRoutes } from "../analytics.ts";
import { LIMITS } from "../limits.ts";
import { TEXTS } from "../texts.ts";
import { describe } from "./operation-words.ts";

const SPAN = `of the last \`days\` UTC days (1 to ${LIMITS.analyticsDaysMax}, today among them)`;
const PLAN = `The Free plan has the sums; days, execution times, unique users and CSV (\`format=csv\` or \`Accept: text/csv\`) come with Creator and Business, and \`left_out\` says so. Execution times are within 1/128 of the exact ones, all else is exact. Trial runs of uploads do not count.`;
const CSV = { 403: { forbidden: TEXTS.analytics.csvNeedsPlan } };

export const analyticsWords = describe(analyticsRoutes, {
  ofAgent: {
    description: `What an agent of yours did and earned ${SPAN}. Runs count on the day on which they ended, refunds on the day on which they were made. ${PLAN}`,
    errors: { ...CSV, 404: { not_found: "There is no such agent among yours." } },
  },
  ofDeveloper: {
    description: `What all your agents did and earned ${SPAN}; who ran several of them is one user. ${PLAN}`,
    errors: CSV,
  },
});
