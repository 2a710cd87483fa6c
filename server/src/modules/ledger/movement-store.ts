import { type RawBuilder, sql } from "kysely";
import pg from "pg";
import type { Queryable, Tx } from "../../platform/db/database.ts";
import type { Grant, HoldResult } from "./ledger.ts";

/**
 * The reasons why the ledger's SQL functions refuse, keyed by SQLSTATE (server/sql/ledger/ledger_lock_wallet.sql lists
 * them).
 */
const REFUSALS = {
  LG001: "unknown_account",
  LG002: "hold_ended",
  LG003: "charge_above_hold",
  LG004: "already_reversed",
  LG005: "not_covered",
  LG006: "unbalanced",
  LG007: "not_reversible",
  LG008: "amount_out_of_range",
} as const;

type LedgerRefusal = (typeof REFUSALS)[keyof typeof REFUSALS];

/**
 * The error for a money movement that the ledger refused. Nothing was recorded, and the surrounding transaction is
 * aborted.
 */
export class LedgerError extends Error {
  readonly refusal: LedgerRefusal;

  constructor(refusal: LedgerRefusal, cause: Error) {
    super(cause.message, { cause });
    this.refusal = refusal;
  }
}

function isRefusal(code: string | undefined): code is keyof typeof REFUSALS {
  return code !== undefined && code in REFUSALS;
}

/** Waits for a ledger call. @throws LedgerError if the ledger refuses. Other errors pass through unchanged. */
export async function convertErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof pg.DatabaseError && isRefusal(error.code))
      throw new LedgerError(REFUSALS[error.code], error);
    throw error;
  }
}

/**
 * Runs a statement that calls one of the SQL functions that move money. Returns its only row.
 * @throws LedgerError if the ledger refuses.
 */
async function queryOne<Row>(db: Queryable, query: RawBuilder<Row>): Promise<Row> {
  const { rows } = await convertErrors(query.execute(db));
  const row = rows[0];
  if (row === undefined) throw new Error("a ledger function returned no row");
  return row;
}

export async function openAccount(tx: Tx, accountId: string): Promise<void> {
  await queryOne(tx, sql`SELECT ledger_open_account(${accountId})`);
}

export async function grant(tx: Tx, grant: Grant): Promise<boolean> {
  const { accountId, kind, period, amount, source, expiresAt } = grant;
  const row = await queryOne(
    tx,
    sql<{ made: boolean }>`SELECT ledger_grant(${accountId}, ${kind}, ${period}, ${amount}, ${source},
      ${expiresAt ?? null}::timestamptz) AS made`,
  );
  return row.made;
}

export async function extend(db: Queryable, runId: string, total: bigint): Promise<HoldResult> {
  const { held } = await queryOne(
    db,
    sql<{ held: bigint }>`SELECT ledger_extend(${runId}, ${total}) AS held`,
  );
  return { ok: true, held };
}

export async function risk(
  db: Queryable,
  runId: string,
  uncovered: bigint,
  freePerDay: bigint,
): Promise<boolean> {
  const { allowed } = await queryOne(
    db,
    sql<{ allowed: boolean }>`SELECT ledger_risk(${runId}, ${uncovered}, ${freePerDay}) AS allowed`,
  );
  return allowed;
}

export async function reverse(tx: Tx, transferId: string, reason: string): Promise<string> {
  const row = await queryOne(
    tx,
    sql<{ id: string }>`SELECT ledger_reverse(${transferId}, ${reason}, 'ledger') AS id`,
  );
  return row.id;
}

export async function rollUp(db: Queryable): Promise<void> {
  await queryOne(db, sql`SELECT ledger_roll_up()`);
}

/**
 * The number of wallets per statement. Each wallet stays locked until the statement ends, which takes a few
 * milliseconds.
 */
const EXPIRY_BATCH = 100;

export async function expireLots(db: Queryable): Promise<void> {
  for (;;) {
    const { wallets } = await queryOne(
      db,
      sql<{ wallets: number }>`SELECT ledger_expire_lots(${EXPIRY_BATCH}) AS wallets`,
    );
    if (wallets === 0) return;
  }
}

/** Moves an account's earnings into its balance, if there are any. */
export async function claimEarnings(db: Queryable, accountId: string): Promise<void> {
  await sql`
    SELECT ledger_claim_earnings(w.account_id)
    FROM wallets w CROSS JOIN LATERAL ledger_account_balance(w.earnings_ledger_id) e
    WHERE w.account_id = ${accountId} AND e.total > 0`.execute(db);
}
