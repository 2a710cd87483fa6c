export { sealedApiKeys } from "./api-keys.ts";
export { Plans } from "./plans.ts";
export { isActiveAccount } from "./suspended-account.ts";
export { mountAccountRoutes } from "./routes.ts";
export { Accounts, type AccountsOptions } from "./service.ts";
