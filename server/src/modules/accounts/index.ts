export { sealedApiKeys } from "./api-keys.ts";
export { recordInAuditLog } from "./plan-store.ts";
export { Plans } from "./plans.ts";
export { mountAccountRoutes } from "./routes.ts";
export { Accounts, type AccountsOptions } from "./service.ts";
