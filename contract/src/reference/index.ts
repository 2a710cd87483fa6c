import { accountDescriptions } from "./account-descriptions.ts";
import { agentSecretDescriptions } from "./agent-secret-descriptions.ts";
import { analyticsDescriptions } from "./analytics-descriptions.ts";
import { billingDescriptions } from "./billing-descriptions.ts";
import { catalogDescriptions } from "./catalog-descriptions.ts";
import { connectorDescriptions } from "./connector-descriptions.ts";
import { conversationDescriptions } from "./conversation-descriptions.ts";
import { developerDescriptions } from "./developer-descriptions.ts";
import { deviceLoginDescriptions } from "./device-login-descriptions.ts";
import { favoriteDescriptions } from "./favorite-descriptions.ts";
import { fileDescriptions } from "./file-descriptions.ts";
import { keyDescriptions } from "./key-descriptions.ts";
import { notificationDescriptions } from "./notification-descriptions.ts";
import type { OperationDescription } from "./operation-descriptions.ts";
import { operatorDescriptions } from "./operator-descriptions.ts";
import { recommendationDescriptions } from "./recommendation-descriptions.ts";
import { rememberedValueDescriptions } from "./remembered-value-descriptions.ts";
import { reviewDescriptions } from "./review-descriptions.ts";
import { runDescriptions } from "./run-descriptions.ts";
import { runWaitDescriptions } from "./run-wait-descriptions.ts";
import { scheduleDescriptions } from "./schedule-descriptions.ts";
import { sdkDescriptions } from "./sdk-descriptions.ts";
import { signInDescriptions } from "./sign-in-descriptions.ts";
import { systemDescriptions } from "./system-descriptions.ts";
import { templateDescriptions } from "./template-descriptions.ts";
import { traceDescriptions } from "./trace-descriptions.ts";
import { versionDescriptions } from "./version-descriptions.ts";
import { webhookDescriptions } from "./webhook-descriptions.ts";

export { CHAPTERS } from "./chapters.ts";
export {
  ACCOUNT_FAILURES,
  FORM_FAILURES,
  JSON_FAILURES,
  SCOPE_FAILURES,
  SESSION_FAILURES,
  STATUS_DESCRIPTIONS,
} from "./failure-descriptions.ts";
export { describeField } from "./field-descriptions.ts";
export {
  ANSWER_HEADERS,
  type AnswerHeader,
  REQUEST_HEADERS,
  type RequestHeader,
} from "./header-descriptions.ts";
export type { FailureDescriptions, OperationDescription } from "./operation-descriptions.ts";
export { describeParameter } from "./parameter-descriptions.ts";
export { TAG_DESCRIPTIONS } from "./tag-descriptions.ts";

/** The descriptions of each operation in the API reference, by the group and name in scripts/generate/openapi.ts. */
export const OPERATION_DESCRIPTIONS: Readonly<
  Record<string, Readonly<Record<string, OperationDescription>>>
> = {
  account: accountDescriptions,
  analytics: analyticsDescriptions,
  billing: billingDescriptions,
  catalog: catalogDescriptions,
  connectors: connectorDescriptions,
  conversations: conversationDescriptions,
  developers: developerDescriptions,
  deviceLogins: deviceLoginDescriptions,
  favourites: favoriteDescriptions,
  files: fileDescriptions,
  keys: keyDescriptions,
  notifications: notificationDescriptions,
  operator: operatorDescriptions,
  recommendations: recommendationDescriptions,
  rememberedValues: rememberedValueDescriptions,
  reviews: reviewDescriptions,
  runs: runDescriptions,
  runWaits: runWaitDescriptions,
  schedules: scheduleDescriptions,
  sdk: sdkDescriptions,
  sdkSchedules: scheduleDescriptions,
  signIn: signInDescriptions,
  system: systemDescriptions,
  templates: templateDescriptions,
  traces: traceDescriptions,
  agentSecrets: agentSecretDescriptions,
  versions: versionDescriptions,
  webhooks: webhookDescriptions,
};
