import { CONVERSATION_LIMITS } from "../conversations.ts";
import { FAILED_RUNS_RULE } from "../failed-run-texts.ts";
import { LIMITS } from "../limits.ts";
import { runRoutes } from "../runs.ts";
import { ERROR_DESCRIPTIONS } from "./failure-descriptions.ts";
import { describe, type FailureDescriptions } from "./operation-descriptions.ts";

export const AGENT_SUSPENDED = { agent_suspended: ERROR_DESCRIPTIONS.agent_suspended };

/** Why an agent cannot be run. */
export const NO_AGENT_TO_RUN = {
  not_found: "The agent does not exist or is inactive, or the version cannot be run.",
};
const NOTHING_TO_RUN = {
  not_found:
    "The agent does not exist or is inactive, the version cannot be run, or you have no such conversation.",
};

/** The possible failures when a run is started, regardless of the credential. */
export const RUN_FAILURES: Readonly<Record<number, FailureDescriptions>> = {
  400: {
    invalid_request:
      "A field is invalid, a required input of the agent is missing, the Idempotency-Key is too long, the conversation is with another agent or has no turn `parent_turn`, or `conversation_id` is missing beside `parent_turn`.",
  },
  403: {
    grant_needed: ERROR_DESCRIPTIONS.grant_needed,
    spending_limit_reached:
      "A spending limit of the key or of the account, or the `max_cost` of the conversation, has nothing left for this run.",
    ...AGENT_SUSPENDED,
  },
  404: NOTHING_TO_RUN,
  409: {
    conflict: `The turn that this run would follow is still running, or the conversation has ${CONVERSATION_LIMITS.turns.toLocaleString("en-US")} turns.`,
    idempotency_in_flight:
      "The run that was started with this key has not ended. Follow it, or try again later.",
  },
  429: {
    rate_limited:
      "Too many requests, or the account has as many active runs as its plan allows. `Retry-After` says when to try again.",
  },
  503: {
    at_capacity: "The server is at its limit of active runs. `Retry-After` says when to try again.",
    model_unavailable: "The agent uses a model that this server does not offer now; `detail` names it.",
    runtime_unavailable: "This server cannot run this kind of agent now; `detail` says why.",
  },
};

export const RUN_TERMS = `A run first holds an estimate of its cost. When the run ends, you are charged for what it used: tokens times the agent's price, never more than \`max_cost\` or the agent's own maximum. Without \`max_cost\`, a run costs at most the \`unconfirmed_run_limit\` of your account (${LIMITS.unconfirmedRunUsd} USD unless you change it); \`max_cost\` and \`max_cost_set_by\` in the response say which limit applied. ${FAILED_RUNS_RULE} If a run is canceled or reaches its time limit, you are charged for what it used if it has delivered output or if you have read its agent's log. You are also charged for completed runs of other agents, even if the run that called them fails. If the agent fails, the request still succeeds: 200 with \`success: false\`, \`error\` and \`detail\`. With \`Accept: text/event-stream\`, the response is a stream of events that ends with \`result\`. The whole body, including \`input_data\`, can be at most ${LIMITS.inputMaxBytes / 1024} KiB. A run takes at most ${LIMITS.runTimeoutMaxSeconds} seconds. With \`conversation_id\`, the run is a turn of [a conversation](#tag-conversations): it follows the current turn, or \`parent_turn\`.`;

export const NO_RUN = { not_found: "You have no such run." };

export const runDescriptions = describe(runRoutes, {
  run: {
    description: `Runs an agent and responds when the run has ended. ${RUN_TERMS}`,
    reads: ["Idempotency-Key", "Prefer"],
    answers: ["Idempotent-Replayed", "Location", "Preference-Applied"],
    errors: RUN_FAILURES,
  },
  estimate: {
    description:
      "Estimates the hold, the typical cost and the maximum cost of a run with this input, and says whether your balance covers it. Nothing is started or charged.",
    errors: {
      403: AGENT_SUSPENDED,
      404: NOTHING_TO_RUN,
    },
  },
  active: {
    description: `Lists your active runs, however they were started: in a browser, with a key, or by a schedule. It lists the ${LIMITS.pageMax} newest active runs; use \`agent_id\` to list only the runs of one agent. Ended runs are in \`GET /execute/my-usage\`.`,
  },
  get: {
    description:
      "Returns one of your runs, active or ended, as `POST /execute/run` returns it. Input, output and log are kept for a time that the operator sets (90 days by default); the figures remain. An active run has `status: running`, and `Retry-After` says when to ask again.",
    answers: ["Retry-After"],
    errors: { 404: NO_RUN },
  },
  events: {
    description:
      "With `Accept: text/event-stream`, returns the events of a run from its beginning, and then each new event as it happens. The `id` of an event is its position in the run: send it as `Last-Event-ID` to resume after that event, on any node, even after the run has ended. Without that header, returns the run as JSON.",
    reads: ["Last-Event-ID"],
    errors: { 404: NO_RUN },
  },
  cancel: {
    description:
      "Stops a run. You are charged for output that was delivered before. If there was none and you have not read its agent's log, the run costs what a failed run costs. Canceling an ended run changes nothing.",
    errors: { 404: NO_RUN },
  },
  myUsage: {
    description: `Lists your ended runs, newest first, with totals over all that match. \`search\` searches task and agent name; \`task\` is the first ${LIMITS.taskMaxLength} characters of the message. With \`format=csv\` or \`Accept: text/csv\`, all matching runs come as one file, costs exact to the nano-dollar. An account can download one such file at a time (429).`,
  },
  myHistogram: {
    description:
      "Counts your successful and failed runs and adds up their cost per UTC hour (24h) or per UTC day (longer ranges). It takes the same filters as the history.",
  },
  storage: {
    description:
      "Returns how many bytes your account stores: inputs, outputs and logs of runs, and values that workflows keep. If this exceeds the limit of your plan, the content of your oldest runs is removed first, and you get a notification. Runs, receipts and figures remain. The count is updated a few seconds after a run ends.",
  },
  agentUsage: {
    description:
      "Lists the ended runs of an agent. Its owner sees the runs of all callers, without their contents; others see their own.",
    errors: { 404: { not_found: "The agent does not exist, or you have no access to it." } },
  },
  usageStats: {
    description: "Returns your total usage: runs, cost, tokens, time, success rate and most used agent.",
  },
});
