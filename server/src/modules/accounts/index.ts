export { listSealedApiKeys } from "./api-keys.ts";
export { personalData } from "./personal-data/personal-data.ts";
export { Plans } from "./plans.ts";
export { mountAccountRoutes } from "./routes.ts";
export { Accounts, type AccountsOptions } from "./service.ts";
export { createProviders, type ProviderServers } from "./social/create-providers.ts";
export { listSealedSecrets } from "./starting-credits/starting-credits.ts";
export { UserModeration } from "./user-moderation.ts";
