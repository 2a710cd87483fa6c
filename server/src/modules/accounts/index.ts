export { Plans } from "./plans.ts";
export { mountAccountRoutes } from "./routes.ts";
export { Accounts, type AccountsOptions } from "./service.ts";
