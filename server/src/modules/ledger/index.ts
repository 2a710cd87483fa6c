import { history } from "./history-store.ts";
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
import { audit, balance, revenue } from "./reading-store.ts";
import { readReceipt } from "./receipt-store.ts";
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
export { mountLedgerRoutes } from "./routes.ts";

/** The ledger. It keeps no state of its own: rules and money are in the database (server/sql/ledger). */
export function createLedger(): Ledger {
  return {
    openAccount,
    grant,
    extend,
    risk,
    reverse,
    claimEarnings,
    balance,
    history,
    receipt: readReceipt,
    months: readMonths,
    revenue,
    rollUp,
    expireLots,
    audit,
  };
}
