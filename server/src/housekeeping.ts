import type { FastifyBaseLogger } from "fastify";
import type { Accounts, Plans } from "./modules/accounts/index.ts";
import type { Analytics } from "./modules/analytics/index.ts";
import type { Catalog } from "./modules/catalog/index.ts";
import type { Ledger } from "./modules/ledger/index.ts";
import type { Database } from "./platform/db/database.ts";
import { type PeriodicJob, startPeriodicJob } from "./platform/jobs/periodic.ts";
import { deleteEndedWindows } from "./platform/rate-limit/rate-store.ts";

/** Books roll up while their tail is still cheap to add: a few thousand postings at full load. */
const ROLL_UP_MS = 10_000;
/** Periods begin at midnight UTC; a minute later is soon enough. */
const PERIODS_MS = 60_000;
/** What goes after two months may go an hour later. */
const FORGET_MS = 3_600_000;
/** A look at a flag, unless the models file was read again; a failed attempt is repeated as soon. */
const MODELS_MS = 1_000;
/** Runs have a new price at its second; lists sort by it a minute later, after two weeks' notice. */
const PRICES_MS = 60_000;

export interface HousekeepingOptions {
  db: Database;
  ledger: Ledger;
  plans: Plans;
  catalog: Catalog;
  accounts: Accounts;
  analytics: Analytics;
  answers: { forgetExpired(): Promise<void> };
  log: FastifyBaseLogger;
}

/** What a server does by itself from time to time: books, plans, prices, and what is to be forgotten. */
export function startHousekeeping(options: HousekeepingOptions): PeriodicJob[] {
  const { db, ledger, plans, catalog, accounts, analytics, answers, log } = options;
  return [
    startPeriodicJob("ledger roll-up", ROLL_UP_MS, () => ledger.rollUp(db), log),
    startPeriodicJob("plan periods", PERIODS_MS, () => plans.startPeriods(), log),
    startPeriodicJob("announced prices", PRICES_MS, () => catalog.beginPrices(), log),
    startPeriodicJob("offered models", MODELS_MS, () => catalog.updateModels(), log),
    startPeriodicJob("credit expiry", PERIODS_MS, () => ledger.expireLots(db), log),
    startPeriodicJob("account deletions", PERIODS_MS, () => accounts.deletion.finish(), log),
    startPeriodicJob("ended links and sign-ins", PERIODS_MS, () => accounts.forgetEnded(), log),
    startPeriodicJob("old keys and spending", FORGET_MS, () => accounts.keys.forgetOld(), log),
    startPeriodicJob("old days of analytics", FORGET_MS, () => analytics.forgetOld(), log),
    startPeriodicJob("addresses of ended runs", PERIODS_MS, () => answers.forgetExpired(), log),
    startPeriodicJob("ended rate limits", PERIODS_MS, () => deleteEndedWindows(db), log),
  ];
}
