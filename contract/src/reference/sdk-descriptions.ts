import { LIMITS } from "../limits.ts";
import { sdkRoutes } from "../sdk.ts";
import { NOT_CHECKED_HERE, UPLOAD_CHECKS, UPLOAD_OVER_PLAN, UPLOAD_REFUSED } from "./catalog-descriptions.ts";
import { describe } from "./operation-descriptions.ts";
import { NO_RUN, RUN_FAILURES, RUN_TERMS } from "./run-descriptions.ts";

export const sdkDescriptions = describe(sdkRoutes, {
  list: {
    description:
      "Lists the agents that anyone can run, as in the marketplace. You can filter, search and sort them. An empty filter, or `all`, has no effect.",
  },
  get: {
    description: "Returns an agent with its documentation, inputs, price and statistics.",
    errors: { 404: { not_found: "The agent does not exist, or you have no access to it." } },
  },
  execute: {
    description: `Runs an agent and responds when the run has ended. The cost counts toward the limits of the key. ${RUN_TERMS}`,
    reads: ["Idempotency-Key", "Prefer"],
    answers: ["Idempotent-Replayed", "Location", "Preference-Applied"],
    errors: RUN_FAILURES,
  },
  run: {
    description:
      "Returns a run of the account, active or ended, whichever key or session started it. An active run has `status: running`, and `Retry-After` says when to ask again.",
    answers: ["Retry-After"],
    errors: { 404: NO_RUN },
  },
  runEvents: {
    description:
      "With `Accept: text/event-stream`, returns the events of a run from its beginning, and then each new event as it happens. The `id` of an event is its position in the run: send it as `Last-Event-ID` to resume after that event, even after the run has ended. Without that header, returns the run as JSON.",
    reads: ["Last-Event-ID"],
    errors: { 404: NO_RUN },
  },
  cancelRun: {
    description:
      "Stops a run. You are charged for output that was delivered before. If there was none and you have not read its agent's log, the run costs what a failed run costs. Canceling an ended run changes nothing.",
    errors: { 404: NO_RUN },
  },
  upload: {
    description: `Uploads an agent: one \`.py\` or \`.json\` file of at most ${LIMITS.uploadMaxBytes / 1024 / 1024} MiB, or a \`.zip\` archive of at most ${LIMITS.archiveMaxBytes / 1024 / 1024} MiB with several files, and its description. ${UPLOAD_CHECKS} The agent is listed if all checks pass.`,
    errors: {
      400: UPLOAD_REFUSED,
      403: UPLOAD_OVER_PLAN,
      409: { conflict: "You already have an agent with this name." },
      503: NOT_CHECKED_HERE,
    },
  },
  uploadVersion: {
    description: `Uploads a new file for one of your agents, which becomes its current version. ${UPLOAD_CHECKS}`,
    errors: {
      400: UPLOAD_REFUSED,
      404: { not_found: "You have no such agent." },
      409: { conflict: "The agent has the maximum number of versions." },
      503: NOT_CHECKED_HERE,
    },
  },
  usageStats: {
    description: "Returns your total usage: runs, cost, tokens, time, success rate and most used agent.",
  },
  balance: {
    description:
      "Returns the balance of your account. `current_balance` includes what active runs hold; `available` does not.",
  },
});
