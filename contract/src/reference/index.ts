import { accountWords } from "./account-words.ts";
import { analyticsWords } from "./analytics-words.ts";
import { billingWords } from "./billing-words.ts";
import { catalogWords } from "./catalog-words.ts";
import { connectorWords } from "./connector-words.ts";
import { developerWords } from "./developer-words.ts";
import { favouriteWords } from "./favourite-words.ts";
import { keyWords } from "./key-words.ts";
import { notificationWords } from "./notification-words.ts";
import type { OperationWords } from "./operation-words.ts";
import { operatorWords } from "./operator-words.ts";
import { recommendationWords } from "./recommendation-words.ts";
import { reviewWords } from "./review-words.ts";
import { runWaitWords } from "./run-wait-words.ts";
import { runWords } from "./run-words.ts";
import { scheduleWords } from "./schedule-words.ts";
import { sdkWords } from "./sdk-words.ts";
import { signInWords } from "./sign-in-words.ts";
import { systemWords } from "./system-words.ts";
import { templateWords } from "./template-words.ts";
import { traceWords } from "./trace-words.ts";
import { versionWords } from "./version-words.ts";
import { webhookWords } from "./webhook-words.ts";

export { CHAPTERS } from "./chapters.ts";
export {
  ACCOUNT_FAILURES,
  FORM_FAILURES,
  JSON_FAILURES,
  SCOPE_FAILURES,
  SESSION_FAILURES,
  STATUS_WORDS,
} from "./failure-words.ts";
export { fieldWords } from "./field-words.ts";
export { ANSWER_HEADERS, type AnswerHeader, REQUEST_HEADERS, type RequestHeader } from "./header-words.ts";
export type { FailureWords, OperationWords } from "./operation-words.ts";
export { parameterWords } from "./parameter-words.ts";
export { TAG_WORDS } from "./tag-words.ts";

/** What the reference says about each operation, by the group and name in scripts/generate/openapi.ts. */
export const OPERATION_WORDS: Readonly<Record<string, Readonly<Record<string, OperationWords>>>> = {
  account: accountWords,
  analytics: analyticsWords,
  billing: billingWords,
  catalog: catalogWords,
  connectors: connectorWords,
  developers: developerWords,
  favourites: favouriteWords,
  keys: keyWords,
  notifications: notificationWords,
  operator: operatorWords,
  recommendations: recommendationWords,
  reviews: reviewWords,
  runs: runWords,
  runWaits: runWaitWords,
  schedules: scheduleWords,
  sdk: sdkWords,
  sdkSchedules: scheduleWords,
  signIn: signInWords,
  system: systemWords,
  templates: templateWords,
  traces: traceWords,
  versions: versionWords,
  webhooks: webhookWords,
};
