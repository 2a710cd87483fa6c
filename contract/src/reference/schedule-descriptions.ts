import { scheduleRoutes } from "../schedule-routes.ts";
import { SCHEDULE_LIMITS } from "../schedule-texts.ts";
import { ERROR_DESCRIPTIONS } from "./failure-descriptions.ts";
import { describe, type FailureDescriptions } from "./operation-descriptions.ts";
import { AGENT_SUSPENDED, NO_AGENT_TO_RUN, RUN_FAILURES } from "./run-descriptions.ts";

const NO_SCHEDULE = { not_found: "You have no such schedule." };
const BAD_TIME: FailureDescriptions = {
  invalid_request: `A field such as \`cron\` or \`time_zone\` is invalid; two times are less than ${SCHEDULE_LIMITS.shortestMinutes} minutes apart; there is no future time; or the agent does not accept this input.`,
};
const NOT_ALLOWED: FailureDescriptions = {
  grant_needed: RUN_FAILURES[403]?.grant_needed ?? "",
  forbidden: "You do not have permission to do this.",
  ...AGENT_SUSPENDED,
};

export const scheduleDescriptions = describe(scheduleRoutes, {
  list: { description: "Lists your schedules, newest first. A key sees only the schedules that it created." },
  create: {
    description: `Runs an agent on a cron expression of five fields in a time zone, at least ${SCHEDULE_LIMITS.shortestMinutes} minutes apart. \`monthly_cap\` limits the total cost of its runs in a UTC month, \`max_cost\` the cost of each run. Without \`max_cost\`, a run costs at most the \`unconfirmed_run_limit\` of your account. You agree to the current price: if it increases, the schedule is paused and you are notified. Each scheduled time starts one run, even if the server has several nodes. A time is skipped if the previous run is still active. Runs of a schedule that a key created count toward the limits of that key. Each run stands alone: a schedule cannot continue a conversation. An account can have ${SCHEDULE_LIMITS.perAccount} schedules.`,
    errors: {
      400: BAD_TIME,
      403: { ...NOT_ALLOWED, schedule_limit_reached: "The account has the maximum number of schedules." },
      404: NO_AGENT_TO_RUN,
    },
  },
  get: {
    description: `Returns a schedule with its next ${SCHEDULE_LIMITS.nextTimes} times, its spending this month and, if it is paused, the reason.`,
    errors: { 404: NO_SCHEDULE },
  },
  update: {
    description:
      "Changes a schedule. Omitted fields keep their values; null removes a value. Active runs are not affected.",
    errors: { 400: BAD_TIME, 403: NOT_ALLOWED, 404: NO_SCHEDULE },
  },
  remove: {
    description: "Deletes a schedule with its history. Its runs remain, and an active run continues.",
    errors: { 404: NO_SCHEDULE },
  },
  pause: { description: "Pauses a schedule. An active run continues.", errors: { 404: NO_SCHEDULE } },
  resume: {
    description: "Resumes a schedule at its next time, and agrees to the agent's current price.",
    errors: {
      403: NOT_ALLOWED,
      404: NO_SCHEDULE,
      409: { conflict: "The schedule has ended." },
    },
  },
  run: {
    description:
      "Runs a schedule now, within its cap. The schedule need not be active. The response is the new entry of its history.",
    errors: {
      403: {
        ...NOT_ALLOWED,
        ...RUN_FAILURES[403],
        spending_limit_reached: ERROR_DESCRIPTIONS.spending_limit_reached,
      },
      404: NO_SCHEDULE,
      409: { conflict: "A run of this schedule is active." },
      429: RUN_FAILURES[429] ?? {},
      503: RUN_FAILURES[503] ?? {},
    },
  },
  history: {
    description: `Lists what happened at each scheduled time of the last ${SCHEDULE_LIMITS.historyDays} days, newest first: the run and its cost, or why no run started.`,
    errors: { 404: NO_SCHEDULE },
  },
});
