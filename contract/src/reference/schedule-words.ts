import { scheduleRoutes } from "../schedule-routes.ts";
import { SCHEDULE_LIMITS } from "../schedule-words.ts";
import { describe, type FailureWords } from "./operation-words.ts";
import { AGENT_SUSPENDED, RUN_FAILURES } from "./run-words.ts";

const NO_SCHEDULE = { not_found: "There is no such schedule of yours." };
const CANNOT_RUN = RUN_FAILURES[404] ?? {};
const BAD_TIME: FailureWords = {
  invalid_request: `A field is not as declared; \`cron\` or \`time_zone\` cannot be read, has times less than ${SCHEDULE_LIMITS.shortestMinutes} minutes apart or none to come; or the agent does not take this input.`,
};
const NOT_ALLOWED: FailureWords = {
  grant_needed: RUN_FAILURES[403]?.grant_needed ?? "",
  forbidden: "This is not for you to do.",
  ...AGENT_SUSPENDED,
};

export const scheduleWords = describe(scheduleRoutes, {
  list: { description: "Your schedules, the newest first. A key sees those that it has made." },
  create: {
    description: `Runs an agent on a cron expression of five fields in a time zone, at least ${SCHEDULE_LIMITS.shortestMinutes} minutes apart. \`monthly_cap\` is what its runs of a UTC month may cost together; \`max_cost\` bounds each; without it a run costs at most the \`unconfirmed_run_limit\` of your account. You agree to the current price: if it rises, the schedule is paused and you are notified. A time is run once over all nodes; one that comes while the run before it goes on is skipped. A schedule that a key has made counts to that key's limits. At most ${SCHEDULE_LIMITS.perAccount} an account.`,
    errors: {
      400: BAD_TIME,
      403: { ...NOT_ALLOWED, schedule_limit_reached: "You have as many schedules as an account may have." },
      404: CANNOT_RUN,
    },
  },
  get: {
    description: `A schedule, its next ${SCHEDULE_LIMITS.nextTimes} times, what it spent this month and, where it rests, why.`,
    errors: { 404: NO_SCHEDULE },
  },
  update: {
    description:
      "Changes a schedule; what is left out stays, null takes away. An active run keeps to what it was.",
    errors: { 400: BAD_TIME, 403: NOT_ALLOWED, 404: NO_SCHEDULE },
  },
  remove: {
    description: "Deletes a schedule with its history. Its runs stay; an active run continues.",
    errors: { 404: NO_SCHEDULE },
  },
  pause: { description: "Pauses a schedule. An active run continues.", errors: { 404: NO_SCHEDULE } },
  resume: {
    description: "Lets a schedule go on with its next time, and agrees to the agent's present price.",
    errors: {
      403: NOT_ALLOWED,
      404: NO_SCHEDULE,
      409: { conflict: "The schedule has come to its end." },
    },
  },
  run: {
    description:
      "Runs a schedule now, within its cap. It need not be active. The answer is the time as it begins.",
    errors: {
      403: { ...NOT_ALLOWED, ...RUN_FAILURES[403] },
      404: NO_SCHEDULE,
      409: { conflict: "A run of this schedule is active." },
      429: RUN_FAILURES[429] ?? {},
      503: RUN_FAILURES[503] ?? {},
    },
  },
  history: {
    description: `What became of each time, the newest first, for ${SCHEDULE_LIMITS.historyDays} days: the run and what it cost, or why there was none.`,
    errors: { 404: NO_SCHEDULE },
  },
});
