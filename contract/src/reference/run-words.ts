import { FAILED_RUNS_RULE } from "../failed-run-words.ts";
import { LIMITS } from "../limits.ts";
import { runRoutes } from "../runs.ts";
import { ERROR_WORDS } from "./failure-words.ts";
import { describe, type FailureWords } from "./operation-words.ts";

export const AGENT_SUSPENDED = { agent_suspended: ERROR_WORDS.agent_suspended };

/** What starting a run can meet, by whatever credential. */
export const RUN_FAILURES: Readonly<Record<number, FailureWords>> = {
  400: {
    invalid_request:
      "A field is not as declared, an input that the agent asks for is missing, or the Idempotency-Key is too long.",
  },
  403: {
    grant_needed: ERROR_WORDS.grant_needed,
    spending_limit_reached: ERROR_WORDS.spending_limit_reached,
    ...AGENT_SUSPENDED,
  },
  404: { not_found: "There is no such agent, it is switched off, or the version cannot be run." },
  409: { idempotency_in_flight: "The run that this key started has not ended; follow it, or ask again." },
  429: {
    rate_limited:
      "Too many requests, or as many of the account's runs are active as its plan allows at once. `Retry-After` says when to ask again.",
  },
  503: {
    at_capacity: "All places of this server are taken; `Retry-After` says when to ask again.",
    model_unavailable: "The agent names a model that this server does not offer now; `detail` names it.",
    runtime_unavailable: "Agents of this kind cannot run on this server now; `detail` says why.",
  },
};

export const RUN_TERMS = `A run holds an estimate and then costs what it used: tokens times the agent's price, never above \`max_cost\` or the agent's own maximum. Without \`max_cost\` a run costs at most the \`unconfirmed_run_limit\` of your account (${LIMITS.unconfirmedRunUsd} USD unless you change it); the answer's \`max_cost\` and \`max_cost_set_by\` say which limit held. ${FAILED_RUNS_RULE} One that is cancelled or runs out of time is charged for what it used once it has delivered output, or once you have read what its agent logged. Runs of other agents that completed are charged even if the run that called them fails. An agent's failure is no failure of the call: 200 with \`success: false\`, \`error\` and \`detail\`. With \`Accept: text/event-stream\` the answer is a stream of events that ends with \`result\`. \`input_data\` has at most ${LIMITS.inputMaxBytes / 1024} KiB with the rest of the body; a run takes at most ${LIMITS.runTimeoutMaxSeconds} seconds.`;

export const NO_RUN = { not_found: "There is no such run of yours." };

export const runWords = describe(runRoutes, {
  run: {
    description: `Runs an agent and answers when it has ended. ${RUN_TERMS}`,
    reads: ["Idempotency-Key", "Prefer"],
    answers: ["Idempotent-Replayed", "Location", "Preference-Applied"],
    errors: RUN_FAILURES,
  },
  estimate: {
    description:
      "What a run with this input would hold, would typically cost and could cost at most, and whether the balance carries it. Nothing is started or charged.",
    errors: {
      403: AGENT_SUSPENDED,
      404: { not_found: "There is no such agent, it is switched off, or the version cannot be run." },
    },
  },
  active: {
    description: `What one has started and what has not ended yet, wherever it was started: in a browser, by a key, by a schedule. The ${LIMITS.pageMax} newest are listed; \`agent_id\` asks for those of one agent. Ended runs are in \`GET /execute/my-usage\`.`,
  },
  get: {
    description:
      "Your run, ended or not, as `POST /execute/run` answers it. Input, output and log are kept for a time that the operator sets (90 days by default); figures stay. A run that goes on says `status: running` and, by `Retry-After`, when to ask again.",
    answers: ["Retry-After"],
    errors: { 404: NO_RUN },
  },
  events: {
    description:
      "With `Accept: text/event-stream`: what happened in a run and what happens on, each event with its place as `id`. `Last-Event-ID` resumes after one, on any node, also after the run has ended. Without that header: the run, as JSON.",
    reads: ["Last-Event-ID"],
    errors: { 404: NO_RUN },
  },
  cancel: {
    description:
      "Stops a run. What it had delivered by then is charged. If no output had begun and you have read nothing that its agent logged, it costs what a run that fails costs. Cancelling an ended run changes nothing.",
    errors: { 404: NO_RUN },
  },
  myUsage: {
    description: `Your ended runs, the newest first, with figures over all that match. \`search\` looks in task and agent name; \`task\` is the first ${LIMITS.taskMaxLength} characters of the message. With \`format=csv\` or \`Accept: text/csv\` all that match come as one file, costs exact to the nano-dollar; an account has one such file on its way at a time (429).`,
  },
  myHistogram: {
    description:
      "How many of your runs succeeded, how many did not, and what they cost, by hours of UTC for 24h and by days of UTC else. It takes the filters of the history.",
  },
  storage: {
    description:
      "How many bytes your account keeps: what runs were given, answered and logged, and what workflows remember. If this exceeds the limit of your plan, the content of your oldest runs is removed first, and you get a notification. Runs, receipts and figures stay. The count follows a run's end by a few seconds.",
  },
  agentUsage: {
    description:
      "The ended runs of an agent. Its owner sees everybody's, without their contents; others see their own.",
    errors: { 404: { not_found: "There is no such agent, or it is not open to you." } },
  },
  usageStats: {
    description: "Your usage of all time: runs, cost, tokens, time, success and the agent used most.",
  },
});
