import type { BillingKind } from "@stoa/contract";
import type { Queryable, Tx } from "../../platform/db/database.ts";
import type { MonthMovements, ReceiptMovement } from "./movements.ts";

/** A grant of credits. The rules are in SQL (`server/sql/ledger`). All amounts in this file are in nano-USD. */

export interface Grant {
  accountId: string;
  /** The kind of the grant. An account gets at most one grant per kind and `period`. */
  kind: "signup" | "plan_month" | "operator";
  /** "once", the first day of a plan period such as "2026-11-01", or the id of an operator's grant. */
  period: string;
  amount: bigint;
  source: "promo" | "paid";
  expiresAt?: Date;
}

/** The outcome of placing or growing a hold, with the hold's new total. */
export type HoldResult = { ok: true; held: bigint } | { ok: false; reason: "insufficient" };

export interface AccountBalance {
  balance: bigint;
  held: bigint;
  /** Lifetime charges and sponsored model cost, minus refunds. */
  totalSpent: bigint;
  /** Lifetime earnings, minus earnings reversed by refunds. */
  totalEarned: bigint;
  /**
   * Unclaimed earnings. They can also be spent: a hold moves them into the balance if the balance alone cannot cover
   * it.
   */
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
  /** The id of the previous page's last entry. */
  cursor: string | undefined;
}

/** Selects movements. Absent or undefined fields do not filter. */
export interface HistoryFilter {
  kind?: LedgerEntry["kind"] | undefined;
  agentId?: number | undefined;
  /** UTC days such as "2026-11-21", both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * The revenue of a day: gross = modelCost + platformFee + revenue. Model cost that the developer sponsored lowers
 * `revenue`.
 */
export interface RevenueDay {
  /** The UTC day, such as "2026-11-21". */
  date: string;
  executions: number;
  gross: bigint;
  modelCost: bigint;
  platformFee: bigint;
  revenue: bigint;
}

/**
 * Double-entry bookkeeping. Each method runs one short statement in the caller's transaction. Methods that move money
 * throw LedgerError if the ledger refuses (`unknown_account`, `amount_out_of_range`, ...), which aborts the
 * transaction. A transaction must touch only one payer, because two could cause a deadlock.
 */
export interface Ledger {
  /** Creates an account's wallet and earnings account. A second call changes nothing. */
  openAccount(tx: Tx, accountId: string): Promise<void>;
  /** @returns false if this grant already exists. */
  grant(tx: Tx, grant: Grant): Promise<boolean>;
  /**
   * Grows a live hold to `total`, or as far as the cap and the balance allow. Compare the returned `held` with `total`.
   * @throws LedgerError `hold_ended`
   */
  extend(db: Queryable, runId: string, total: bigint): Promise<HoldResult>;
  /**
   * Reserves `uncovered` for the model cost of a live run that exceeds what its caller pays.
   * @returns false if the platform would exceed what it may lose on this caller's runs today.
   * @throws LedgerError `hold_ended`
   */
  risk(db: Queryable, runId: string, uncovered: bigint, freePerDay: bigint): Promise<boolean>;
  /**
   * Reverses a grant, a payment or a run, and writes the reason to the audit log. Each transfer can be reversed once.
   * @returns the id of the reversal.
   * @throws LedgerError `already_reversed`, `not_reversible`, `not_covered` (the credits have been spent)
   */
  reverse(tx: Tx, transferId: string, reason: string): Promise<string>;
  /** Moves an account's earnings into its balance. Locks the wallet only if there is something to move. */
  claimEarnings(db: Queryable, accountId: string): Promise<void>;
  readBalance(db: Queryable, accountId: string): Promise<AccountBalance>;
  readHistory(
    db: Queryable,
    accountId: string,
    page: HistoryPage,
    filter?: HistoryFilter,
  ): Promise<{ entries: LedgerEntry[]; nextCursor: string | null }>;
  /**
   * Returns a movement of the account's wallet with its receipt data; `undefined` if the account has no such
   * movement.
   */
  readReceipt(db: Queryable, accountId: string, transferId: string): Promise<ReceiptMovement | undefined>;
  /** Returns totals by UTC month, oldest first. Months without movements are omitted. */
  readMonths(db: Queryable, accountId: string): Promise<MonthMovements[]>;
  /** Returns revenue by UTC day. Days without runs are omitted. */
  readRevenue(db: Queryable, agentId: number, days: number): Promise<RevenueDay[]>;
  /** Adds postings of completed transactions to the roll-ups. Every node can call this at any time. */
  rollUp(db: Queryable): Promise<void>;
  /** Expires credit lots that are past their expiry date and that no hold needs. */
  expireLots(db: Queryable): Promise<void>;
  /** Checks every invariant of the books. Returns the violations, or an empty list if there are none. */
  audit(db: Queryable): Promise<string[]>;
}
