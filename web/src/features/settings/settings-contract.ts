/** The routes that the settings alone need: they load with them and not with every page. */
export { keyRoutes } from "@stoa/contract/keys";
export { billingRoutes } from "@stoa/contract/ledger";
export { scheduleRoutes } from "@stoa/contract/schedule-routes";
export { signInRoutes } from "@stoa/contract/sign-in";
export { webhookRoutes } from "@stoa/contract/webhooks";
