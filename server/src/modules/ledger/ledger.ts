import type { BillingKind } from "@stoa/contract";
import type { Queryable, Tx } from "../../platform/db/database.ts";
import type { MonthMovements, ReceiptMovement } from "./movements.ts";

/** Amounts are nano-USD throughout. The rules are SQL (server/sql/ledger). */

export interface Grant {
  accountId: string;
  /** Names the grant together with `period`: at most one per account, kind and period. */
  kind: "signup" | "plan_month" | "operator";
  /** "once", or the first day of a UTC month such as "2026-11". */
  period: string;
  amount: bigint;
  source: "promo" | "paid";
  expiresAt?: Date;
}

/** A hold that was placed or grown: what it now amounts to. */
export type HoldResult = { ok: true; held: bigint } | { ok: false; reason: "insufficient" };

export interface AccountBalance {
  balance: bigint;
  held: bigint;
  /** Lifetime charges and sponsored model cost, less refunds. */
  totalSpent: bigint;
  /** Lifetime earnings, less what refunds reversed. */
  totalEarned: bigint;
  /** Earnings that a hold moves into the balance when that alone does not carry it: also spendable. */
  claimable: bigint;
}

export interface LedgerEntry {
  id: string;
  createdAt: Date;
  kind: BillingKind;
  description: string;
  amount: bigint;
  runId: string | null;
  agentId: number | null;
  agentName: string | null;
}

export interface HistoryPage {
  limit: number;
  offset: number;
  /** The last entry of the page before. */
  cursor: string | undefined;
}

/** Which movements; whatever is absent or undefined is not asked. */
export interface HistoryFilter {
  kind?: LedgerEntry["kind"] | undefined;
  agentId?: number | undefined;
  /** UTC days such as "2026-11-21", both included. */
  from?: string | undefined;
  to?: string | undefined;
}

/** gross = modelCost + platformFee + revenue; what the developer sponsored lowers the revenue. */
export interface RevenueDay {
  /** UTC, "2026-11-21". */
  date: string;
  executions: number;
  gross: bigint;
  modelCost: bigint;
  platformFee: bigint;
  revenue: bigint;
}

/**
 * Double-entry money: every method is one short statement or call inside the caller's transaction. A method that
 * moves money throws LedgerError for what the books refuse (`unknown_account`, `amount_out_of_range`, ...), which
 * ends that transaction. One transaction touches one payer: two in one could wait for each other.
 */
export interface Ledger {
  /** Makes an account's wallet and earnings; doing it again changes nothing. */
  openAccount(tx: Tx, accountId: string): Promise<void>;
  /** @returns false when this grant has been made already. */
  grant(tx: Tx, grant: Grant): Promise<boolean>;
  /**
   * Grows a live hold to `total`, or as far below it as the cap and the balance carry: compare `held`.
   * @throws LedgerError `hold_ended`
   */
  extend(db: Queryable, runId: string, total: bigint): Promise<HoldResult>;
  /**
   * Sets aside that the model calls of a live run may cost so much more than their caller pays for.
   * @returns false when that is more than the platform may still lose on runs of that caller today.
   * @throws LedgerError `hold_ended`
   */
  risk(db: Queryable, runId: string, uncovered: bigint, freePerDay: bigint): Promise<boolean>;
  /**
   * Books a grant, payment or run back, with the reason in the audit trail. Once per transfer.
   * @returns the id of the reversal.
   * @throws LedgerError `already_reversed`, `not_reversible`, `not_covered` (the credits have been spent)
   */
  reverse(tx: Tx, transferId: string, reason: string): Promise<string>;
  /** Moves what an account has earned into its balance. Locks its own wallet, and only where there is something. */
  claimEarnings(db: Queryable, accountId: string): Promise<void>;
  balance(db: Queryable, accountId: string): Promise<AccountBalance>;
  history(
    db: Queryable,
    accountId: string,
    page: HistoryPage,
    filter?: HistoryFilter,
  ): Promise<{ entries: LedgerEntry[]; nextCursor: string | null }>;
  /** A movement of the account's wallet with what its receipt says; `undefined` for what is not its own. */
  receipt(db: Queryable, accountId: string, transferId: string): Promise<ReceiptMovement | undefined>;
  /** By UTC month, oldest first, months without movements left out. */
  months(db: Queryable, accountId: string): Promise<MonthMovements[]>;
  /** Per UTC day, days without runs left out. */
  revenue(db: Queryable, agentId: number, days: number): Promise<RevenueDay[]>;
  /** Folds settled postings into the roll-ups; safe to run on every node at any time. */
  rollUp(db: Queryable): Promise<void>;
  /** Expires lots past their time that no hold needs. */
  expireLots(db: Queryable): Promise<void>;
  /** Everything that must hold, as findings; empty when the books are right. */
  audit(db: Queryable): Promise<string[]>;
}
