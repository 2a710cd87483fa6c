import { defineModule } from "../../platform/module.ts";
import { Plans } from "./plans.ts";
import { mountAccountRoutes } from "./routes.ts";
import { Accounts, type AccountsOptions } from "./service.ts";
import { createProviders, type ProvidersOptions } from "./social/create-providers.ts";

export { listSealedApiKeys } from "./api-keys.ts";
export { personalData } from "./personal-data/personal-data.ts";
export { Plans, readPlan } from "./plans.ts";
export type { EmbeddingKeyRow } from "./publishable-keys/publishable-key-store.ts";
export type { ProviderServers } from "./social/create-providers.ts";
export { listSealedSecrets } from "./starting-credits/starting-credits.ts";
export { UserModeration } from "./user-moderation.ts";

/** The interval of most jobs. Plan periods begin at midnight UTC, and a delay of a minute is acceptable. */
const PERIODS_MS = 60_000;
/**
 * The interval at which old keys and spending are removed. They are kept for two months, so an extra hour does not
 * matter.
 */
const FORGET_MS = 3_600_000;

export interface AccountsDeps extends Omit<AccountsOptions, "providers">, ProvidersOptions {}

/** Creates the module that manages people, sessions, API keys, plans and spending limits. */
export async function createAccounts(deps: AccountsDeps) {
  const accounts = new Accounts({ ...deps, providers: createProviders(deps) });
  const plans = new Plans(deps.db, deps.events);
  await accounts.startingCredits.prepare();
  return defineModule({
    api: {
      authenticator: accounts.authenticator,
      appKeys: accounts.appKeys,
      plans,
      publishableKeys: accounts.publishableKeys,
      unconfirmedRunLimit: (accountId: string) => accounts.spending.getUnconfirmedRunLimit(accountId),
      ensureHouseAccount: (username: string) => accounts.ensureHouseAccount(username),
    },
    routes: (mount) => mountAccountRoutes(mount, accounts),
    jobs: [
      { name: "plan periods", everyMs: PERIODS_MS, run: () => plans.startPeriods() },
      { name: "account deletions", everyMs: PERIODS_MS, run: () => accounts.deletion.finish() },
      { name: "expired links and sign-ins", everyMs: PERIODS_MS, run: () => accounts.forgetEnded() },
      { name: "old keys and spending", everyMs: FORGET_MS, run: () => accounts.keys.forgetOld() },
    ],
    close: () => accounts.passwords.waitForPending(),
  });
}
