import pg from "pg";

/** The refusals of the ledger's SQL functions, by SQLSTATE (server/sql/ledger/ledger_lock_wallet.sql lists them). */
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

export type LedgerRefusal = (typeof REFUSALS)[keyof typeof REFUSALS];

/** A money movement that the ledger refused. Nothing was booked, and the surrounding transaction is aborted. */
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

/** Awaits a ledger call. @throws LedgerError if the ledger refuses; other errors pass through unchanged. */
export async function orLedgerError<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof pg.DatabaseError && isRefusal(error.code))
      throw new LedgerError(REFUSALS[error.code], error);
    throw error;
  }
}
