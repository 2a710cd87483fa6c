import type { ErrorCode } from "../errors.ts";
import { FAILED_RUNS_RULE } from "../failed-run-texts.ts";
import { LIMITS } from "../limits.ts";
import type { FailureDescriptions } from "./operation-descriptions.ts";

/** The meaning of each error code for callers of the API. */
export const ERROR_DESCRIPTIONS: Readonly<Record<ErrorCode, string>> = {
  invalid_request: "A field, parameter or header is invalid; `errors` names each one.",
  malformed_json: "The body is not valid JSON.",
  link_invalid: "The link was already used, has expired, or is invalid. Request a new link.",
  authorization_pending: "The person has not decided yet. Ask again after `interval` seconds.",
  slow_down: "The program asks too often. Wait five seconds longer between requests.",
  access_denied: "The person has refused the login.",
  expired_token: "The login has expired, was completed before, or is unknown. Start another one.",
  sign_in_failed: "The sign-in with the provider was not completed. Start again.",
  email_unverified: "The provider has not verified the email address.",
  provider_unavailable:
    "The provider of the model, or of the sign-in, does not respond. A run that failed for this reason costs nothing except its `failure_charge`, if it has one.",
  unauthorized: "The credential is missing or invalid, or of the wrong kind.",
  insufficient_credits:
    "Your balance does not cover the cost of this run's input. The run did not start. Add credits and try again.",
  forbidden: "You do not have permission to do this, or it is not possible with an API key.",
  insufficient_scope: "The API key lacks the required scope; `detail` names it.",
  account_suspended: "The operator of this server has suspended this account; `detail` says why.",
  agent_suspended: "The operator of this server has suspended the agent, or its developer.",
  agent_limit_reached: "Your plan does not include another agent.",
  plan_required: "Your plan does not include this; `detail` names the plan that does.",
  key_limit_reached: "The account has the maximum number of API keys, or created too many today.",
  schedule_limit_reached: "The account has the maximum number of schedules.",
  spending_limit_reached:
    "A spending limit of the key, of the account or of the conversation has nothing left for this run.",
  account_in_use: "Runs are still active. The account can be deleted when they have ended.",
  balance_left: "The account has a balance that would be lost.",
  not_found: "The object does not exist, or it belongs to another account.",
  method_not_allowed: "The path does not support this method; `Allow` lists the methods that it supports.",
  conflict: "The request conflicts with the current state.",
  grant_needed:
    "The agent uses a service, or sends requests to hosts, that you have not allowed; `needs` names the service, `hosts` the hosts.",
  email_taken: "Another account has this email address.",
  username_taken: "Another account has this username.",
  idempotency_in_flight: "The run that was started with this key has not ended yet.",
  idempotency_mismatch: "This key was already used with a different body.",
  too_large: "The body, or a part of it, is too large.",
  unsupported_media_type: "The type of the body is not supported.",
  upload_refused: "A check of the file failed; `checks` lists all checks. Nothing was stored.",
  price_below_cost:
    "The agent's models cost more than its price covers, and its developer does not sponsor the difference. Nothing was stored.",
  rate_limited: "Too many requests. `Retry-After` says when to try again.",
  at_capacity:
    "The server is full, cannot reach its database, or is shutting down. `Retry-After` says when to try again.",
  runtime_unavailable: "This server cannot run this kind of agent now.",
  model_unavailable: "The agent uses a model that this server does not offer now. Nothing was charged.",
  agent_failed: `The agent's code failed. ${FAILED_RUNS_RULE}`,
  agent_timeout:
    "The run reached its time limit. You are charged for output that was delivered before. If there was none, the rule for failed runs applies.",
  agent_crashed: "The agent's process ended unexpectedly. The rule for failed runs applies.",
  output_limit:
    "The output exceeded the maximum size before any of it was delivered. The rule for failed runs applies.",
  cancelled: "The caller stopped the run and is charged for output that was delivered before.",
  content_key_missing:
    "The content is encrypted with a key that the server does not have. It can be read again once its operator adds the earlier master key.",
  internal: "Something went wrong on our side.",
};

const MEGABYTE = 1024 * 1024;
const KILOBYTE = 1024;

/** The meaning of a status unless the operation states another one. */
export const STATUS_DESCRIPTIONS: Readonly<Record<number, FailureDescriptions>> = {
  400: { invalid_request: ERROR_DESCRIPTIONS.invalid_request },
  401: { unauthorized: ERROR_DESCRIPTIONS.unauthorized },
  402: { insufficient_credits: ERROR_DESCRIPTIONS.insufficient_credits },
  403: { forbidden: ERROR_DESCRIPTIONS.forbidden },
  404: { not_found: ERROR_DESCRIPTIONS.not_found },
  409: { conflict: ERROR_DESCRIPTIONS.conflict },
  413: { too_large: `The body is larger than ${LIMITS.inputMaxBytes / KILOBYTE} KiB.` },
  415: { unsupported_media_type: "The body is not JSON." },
  422: { idempotency_mismatch: "The Idempotency-Key was used with a different body in the last 24 hours." },
  429: { rate_limited: ERROR_DESCRIPTIONS.rate_limited },
  500: { internal: `${ERROR_DESCRIPTIONS.internal} \`request_id\` identifies it in the server's log.` },
  503: { at_capacity: ERROR_DESCRIPTIONS.at_capacity },
};

/** Failures of every operation that reads a JSON body. */
export const JSON_FAILURES: Readonly<Record<number, FailureDescriptions>> = {
  400: { malformed_json: ERROR_DESCRIPTIONS.malformed_json },
  413: STATUS_DESCRIPTIONS[413] ?? {},
  415: STATUS_DESCRIPTIONS[415] ?? {},
};

/** Failures of every operation that reads a form with a file. */
export const FORM_FAILURES: Readonly<Record<number, FailureDescriptions>> = {
  413: {
    too_large: `The file is larger than ${LIMITS.uploadMaxBytes / MEGABYTE} MiB, or a .zip archive is larger than ${LIMITS.archiveMaxBytes / MEGABYTE} MiB.`,
  },
  415: { unsupported_media_type: "The body is not a form (`multipart/form-data`)." },
};

/** Failures of every operation that an API key with a scope may call. */
export const SCOPE_FAILURES: FailureDescriptions = {
  insufficient_scope: ERROR_DESCRIPTIONS.insufficient_scope,
};

/** Failures of every operation that needs a session. */
export const SESSION_FAILURES: FailureDescriptions = {
  forbidden: "The operation needs a session: an API key cannot call it.",
};

/** Failures of every operation that needs a session or a key. */
export const ACCOUNT_FAILURES: FailureDescriptions = {
  account_suspended: ERROR_DESCRIPTIONS.account_suspended,
};
