import { nanoToDecimal } from "@stoa/contract";
import { sql } from "kysely";
import type pg from "pg";
import * as z from "zod";
import type { Queryable } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import { getLarger } from "./run-terms.ts";

/** The SQLSTATE that limit_hold raises if a limit does not allow a run. */
export const OVER_LIMIT = "RN003";

/** The spending limit that leaves the smallest amount for a run. Amounts are in nano-USD. */
const SpendingBound = z.object({
  scope: z.enum(["account", "key"]),
  period: z.enum(["run", "day", "month"]),
  bound: z.coerce.bigint(),
  /** The cost of the period's runs so far, plus the holds of active runs. */
  counted: z.coerce.bigint(),
  /** The minimum amount that the refused run needs. */
  needed: z.coerce.bigint(),
});
export type SpendingBound = z.infer<typeof SpendingBound>;

const OWNERS = { account: "Your account", key: "This API key" } as const;

/** Returns the limit that the database names in its refusal. */
export function parseSpendingBound({ detail }: pg.DatabaseError): SpendingBound {
  return SpendingBound.parse(JSON.parse(detail ?? "null"));
}

/**
 * Returns a 403 and not a 402, because more credits would not help: the owner of the limit has to change it. The text
 * names the limit and says when it resets.
 */
export function createOverLimitError(bound: SpendingBound, now = new Date()): AppError {
  return new AppError(403, "spending_limit_reached", refusalText(bound, now));
}

function refusalText({ scope, period, bound, counted, needed }: SpendingBound, now: Date): string {
  const limit = `${OWNERS[scope]} has a limit of ${nanoToDecimal(bound)} USD per ${period}`;
  const least = `this run needs at least ${nanoToDecimal(getLarger(needed, 1n))} USD`;
  if (period === "run") return `${limit}, but ${least}. Raise the limit in Settings.`;
  return `${limit} (UTC), of which ${nanoToDecimal(counted)} USD is spent or held by active runs; ${least}. \
The limit resets at ${getPeriodEnd(period, now)}. You can also raise it in Settings.`;
}

/** Returns the first moment of the next UTC day or month in a readable form. */
function getPeriodEnd(period: "day" | "month", now: Date): string {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const end = new Date(period === "day" ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1));
  return `${end.toISOString().slice(0, 10)} 00:00 UTC`;
}

/**
 * Returns the amount that an account's spending limits leave for a run that starts now; `undefined` if the account has
 * no limits.
 */
export async function readSpendingRoom(db: Queryable, accountId: string): Promise<bigint | undefined> {
  const { rows } = await sql<{ room: bigint }>`
    SELECT bound - counted AS room FROM tightest_spending_bound(${accountId}, NULL)`.execute(db);
  const room = rows[0]?.room;
  return room === undefined ? undefined : getLarger(room, 0n);
}
