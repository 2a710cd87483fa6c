import { LIMITS } from "../limits.ts";
import { sdkRoutes } from "../sdk.ts";
import { NOT_CHECKED_HERE, UPLOAD_CHECKS, UPLOAD_OVER_PLAN, UPLOAD_REFUSED } from "./catalog-words.ts";
import { describe } from "./operation-words.ts";
import { NO_RUN, RUN_FAILURES, RUN_TERMS } from "./run-words.ts";

export const sdkWords = describe(sdkRoutes, {
  list: {
    description:
      "Agents that anyone may run, filtered, searched and sorted, as the marketplace has them. An empty filter, or `all`, is none.",
  },
  get: {
    description: "One agent with its documentation, inputs, price and figures.",
    errors: { 404: { not_found: "There is no such agent, or it is not open to you." } },
  },
  execute: {
    description: `Runs an agent and answers when it has ended. What the run costs counts to the limits of the key. ${RUN_TERMS}`,
    reads: ["Idempotency-Key", "Prefer"],
    answers: ["Idempotent-Replayed", "Location", "Preference-Applied"],
    errors: RUN_FAILURES,
  },
  run: {
    description:
      "A run of the account, ended or not, whichever key or session started it. One that goes on says `status: running` and, by `Retry-After`, when to ask again.",
    answers: ["Retry-After"],
    errors: { 404: NO_RUN },
  },
  runEvents: {
    description:
      "With `Accept: text/event-stream`: what happened in a run and what happens on, each event with its place as `id`. `Last-Event-ID` resumes after one, also after the run has ended. Without that header: the run, as JSON.",
    reads: ["Last-Event-ID"],
    errors: { 404: NO_RUN },
  },
  cancelRun: {
    description:
      "Stops a run. What it had delivered by then is charged. If no output had begun and you have read nothing that its agent logged, it costs what a run that fails costs. Cancelling an ended run changes nothing.",
    errors: { 404: NO_RUN },
  },
  upload: {
    description: `Uploads an agent: one \`.py\` or \`.json\` file of at most ${LIMITS.uploadMaxBytes / 1024 / 1024} MiB, and what is said of it. ${UPLOAD_CHECKS} It is listed when all checks pass.`,
    errors: {
      400: UPLOAD_REFUSED,
      403: UPLOAD_OVER_PLAN,
      409: { conflict: "You have an agent of this name already." },
      503: NOT_CHECKED_HERE,
    },
  },
  uploadVersion: {
    description: `Uploads another file for an agent of yours, which becomes its current version. ${UPLOAD_CHECKS}`,
    errors: {
      400: UPLOAD_REFUSED,
      404: { not_found: "There is no such agent among yours." },
      409: { conflict: "The agent has as many versions as one may have." },
      503: NOT_CHECKED_HERE,
    },
  },
  usageStats: {
    description: "Your usage of all time: runs, cost, tokens, time, success and the agent used most.",
  },
  balance: {
    description:
      "What the account has. `current_balance` includes what active runs hold, `available` does not.",
  },
});
