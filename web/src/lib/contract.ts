/** The part of the contract that carries schemas. Loaded lazily by `loadContract`, so that no first paint waits for zod. */
export {
  accountRoutes,
  LoginRequest,
  RegisterRequest,
} from "@stoa/contract/accounts";
export { UploadCheck, UploadFields } from "@stoa/contract/catalog";
export { catalogRoutes } from "@stoa/contract/catalog-routes";
export { connectorRoutes } from "@stoa/contract/connectors";
export { developerRoutes } from "@stoa/contract/developers";
export { Problem } from "@stoa/contract/errors";
export { favouriteRoutes } from "@stoa/contract/favourites";
export { billingRoutes } from "@stoa/contract/ledger";
export { NotificationStreamEvent, NotificationTopic, notificationRoutes } from "@stoa/contract/notifications";
export { recommendationRoutes } from "@stoa/contract/recommendations";
export { runWaitRoutes } from "@stoa/contract/run-waits";
export { AcceptedRun, RunStreamEvent, runRoutes } from "@stoa/contract/runs";
export { signInRoutes } from "@stoa/contract/sign-in";
export { systemRoutes } from "@stoa/contract/system";
export { traceRoutes } from "@stoa/contract/traces";
