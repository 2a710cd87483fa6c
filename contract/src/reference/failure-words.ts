import type { ErrorCode } from "../errors.ts";
import { FAILED_RUNS_RULE } from "../failed-run-words.ts";
import { LIMITS } from "../limits.ts";
import type { FailureWords } from "./operation-words.ts";

/** What each stable code means to callers of the API. */
export const ERROR_WORDS: Readonly<Record<ErrorCode, string>> = {
  invalid_request: "A field, a parameter or a header is not as declared; `errors` names each field.",
  malformed_json: "The body is not JSON.",
  link_invalid: "The link was used, has run out, or is not one of ours; ask for another.",
  sign_in_failed: "The sign-in with the provider did not come to its end; begin it again.",
  email_unverified: "The provider has not verified the email address.",
  provider_unavailable:
    "The provider of the model, or of the sign-in, cannot answer. A run that failed for this reason cost nothing but its `failure_charge`, if it has one.",
  unauthorized: "There is no credential, or it is not valid, or it is of the other kind.",
  insufficient_credits: "The balance does not carry the input of this run. Nothing was started.",
  forbidden: "You are signed in, but this is not for you to do, or not with an API key.",
  insufficient_scope: "The API key lacks the scope that this needs; `detail` names it.",
  account_suspended: "The operator of this server has suspended this account; `detail` says why.",
  agent_suspended: "The operator of this server has suspended the agent, or its developer.",
  agent_limit_reached: "Your plan includes no more agents.",
  plan_required: "Your plan does not include this; `detail` names the plan that does.",
  key_limit_reached: "You have as many API keys as an account may have, or made too many today.",
  schedule_limit_reached: "The account has as many schedules as it may have.",
  spending_limit_reached: "A spending limit of the key or of the account leaves nothing for this run.",
  account_in_use: "Runs are still active; the account can be deleted when they have ended.",
  balance_left: "There is a balance that would be lost.",
  not_found: "It is not there, or it belongs to somebody else.",
  method_not_allowed: "The address exists but does not take this method; `Allow` lists those that it takes.",
  conflict: "It contradicts what is there already.",
  grant_needed: "The agent uses a service that you have not allowed it; `needs` says which.",
  email_taken: "Another account has this email address.",
  username_taken: "Another account has this username.",
  idempotency_in_flight: "The run that this key started has not ended yet.",
  idempotency_mismatch: "This key was used with another body.",
  too_large: "The body, or a part of it, is larger than this takes.",
  unsupported_media_type: "The body has a type that this does not read.",
  upload_refused: "A check of the file failed; `checks` has all of them. Nothing was stored.",
  price_below_cost:
    "The agent's models cost more than its price brings in, and its developer sponsors nothing. Nothing was stored.",
  rate_limited: "Too many requests. `Retry-After` says when to ask again.",
  at_capacity:
    "This server is full, cannot reach its database, or is about to stop. `Retry-After` says when to ask again.",
  runtime_unavailable: "Agents of this kind cannot run on this server now.",
  model_unavailable: "The agent names a model that this server does not offer now. Nothing was charged.",
  agent_failed: `The agent's own code failed. ${FAILED_RUNS_RULE}`,
  agent_timeout:
    "The agent took longer than the run may take. What it had delivered by then is charged. If it had delivered nothing, the rule for failed runs applies.",
  agent_crashed: "The agent's process ended by itself. The rule for failed runs applies.",
  output_limit:
    "The agent wrote more than a run may, before any output was delivered. The rule for failed runs applies.",
  cancelled: "The run was stopped by its caller. What it had delivered by then is charged.",
  internal: "Something went wrong on our side.",
};

const MEGABYTE = 1024 * 1024;
const KILOBYTE = 1024;

/** What a status means where an operation says nothing else. */
export const STATUS_WORDS: Readonly<Record<number, FailureWords>> = {
  400: { invalid_request: ERROR_WORDS.invalid_request },
  401: { unauthorized: ERROR_WORDS.unauthorized },
  402: { insufficient_credits: ERROR_WORDS.insufficient_credits },
  403: { forbidden: ERROR_WORDS.forbidden },
  404: { not_found: ERROR_WORDS.not_found },
  409: { conflict: ERROR_WORDS.conflict },
  413: { too_large: `The body is larger than ${LIMITS.inputMaxBytes / KILOBYTE} KiB.` },
  415: { unsupported_media_type: "The body is of another type than JSON." },
  422: { idempotency_mismatch: "The Idempotency-Key was used with another body in the last 24 hours." },
  429: { rate_limited: ERROR_WORDS.rate_limited },
  500: { internal: `${ERROR_WORDS.internal} \`request_id\` finds it in the server's log.` },
  503: { at_capacity: ERROR_WORDS.at_capacity },
};

/** Of every body that is read as JSON. */
export const JSON_FAILURES: Readonly<Record<number, FailureWords>> = {
  400: { malformed_json: ERROR_WORDS.malformed_json },
  413: STATUS_WORDS[413] ?? {},
  415: STATUS_WORDS[415] ?? {},
};

/** Of every form with a file. */
export const FORM_FAILURES: Readonly<Record<number, FailureWords>> = {
  413: { too_large: `The file is larger than ${LIMITS.uploadMaxBytes / MEGABYTE} MiB.` },
  415: { unsupported_media_type: "The body is no form (`multipart/form-data`)." },
};

/** Of everything that an API key with a scope opens. */
export const SCOPE_FAILURES: FailureWords = { insufficient_scope: ERROR_WORDS.insufficient_scope };

/** Of everything that takes a session, and no key. */
export const SESSION_FAILURES: FailureWords = { forbidden: "It takes a session: an API key cannot do this." };

/** Of everything that a session or a key opens. */
export const ACCOUNT_FAILURES: FailureWords = { account_suspended: ERROR_WORDS.account_suspended };
