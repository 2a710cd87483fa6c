import type { Database } from "../../platform/db/database.ts";
import type { EventBus } from "../../platform/events/event-bus.ts";
import { defineModule } from "../../platform/module.ts";
import { grantOnEvents } from "./account-credits.ts";
import { readHistory } from "./history-store.ts";
import type { Ledger } from "./ledger.ts";
import {
  claimEarnings,
  expireLots,
  extend,
  grant,
  openAccount,
  reverse,
  risk,
  rollUp,
} from "./movement-store.ts";
import { audit, readBalance, readRevenue } from "./reading-store.ts";
import { readReceipt } from "./receipt-store.ts";
import { type LedgerRoutes, mountLedgerRoutes } from "./routes.ts";
import { readMonths } from "./statement-store.ts";

export { grantOnEvents } from "./account-credits.ts";
export type {
  AccountBalance,
  Grant,
  HoldResult,
  Ledger,
  LedgerEntry,
  RevenueDay,
} from "./ledger.ts";
export { personalData } from "./personal-data.ts";
export { resetRollUps } from "./restored-books.ts";

/**
 * How often postings are rolled up. At this interval, a roll-up has little to do: a few thousand new postings at full
 * load.
 */
const ROLL_UP_MS = 10_000;
/** How often expired credits are removed. They expire at midnight UTC, and a delay of up to a minute is acceptable. */
const EXPIRY_MS = 60_000;

/** The ledger. It has no state in memory, because the rules and the money are in the database (`server/sql/ledger`). */
export const ledger: Ledger = {
  openAccount,
  grant,
  extend,
  risk,
  reverse,
  claimEarnings,
  readBalance,
  readHistory,
  readReceipt,
  readMonths,
  readRevenue,
  rollUp,
  expireLots,
  audit,
};

export interface LedgerDeps extends Pick<LedgerRoutes, "ownsAgent" | "findRun"> {
  db: Database;
  events: EventBus;
}

/**
 * Creates the ledger module with wallets, holds, postings and receipts. Grants credits to an account on the events of
 * `accounts`.
 */
export function createLedger({ db, events, ownsAgent, findRun }: LedgerDeps) {
  grantOnEvents(events, ledger);
  return defineModule({
    api: ledger,
    routes: (mount) => mountLedgerRoutes(mount, { db, ledger, ownsAgent, findRun }),
    jobs: [
      { name: "ledger roll-up", everyMs: ROLL_UP_MS, run: () => ledger.rollUp(db) },
      { name: "credit expiry", everyMs: EXPIRY_MS, run: () => ledger.expireLots(db) },
    ],
  });
}
