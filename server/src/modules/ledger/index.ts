import { history } from "./history-store.ts";
import type { Ledger } from "./ledger.ts";
import {
  claimEarnings,
  expireLots,
  extend,
  grant,
  hold,
  openAccount,
  release,
  reverse,
  risk,
  rollUp,
  settle,
  settleFailed,
} from "./movement-store.ts";
import { audit, balance, revenue } from "./reading-store.ts";
import { readReceipt } from "./receipt-store.ts";
import { readMonths } from "./statement-store.ts";

export type {
  AccountBalance,
  FailedReceipt,
  FailedSettlement,
  Grant,
  HoldResult,
  Ledger,
  LedgerEntry,
  RevenueDay,
  Settlement,
  SettlementReceipt,
} from "./ledger.ts";
export { resetRollUps } from "./restored-books.ts";
export { mountLedgerRoutes } from "./routes.ts";

/** The ledger. It keeps no state of its own: rules and money are in the database (server/sql/ledger). */
export function createLedger(): Ledger {
  return {
    openAccount,
    grant,
    hold,
    extend,
    settle,
    settleFailed,
    risk,
    release,
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
