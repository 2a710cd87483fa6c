import { type BillingStatement, type BillingStatements, nanoToUsd } from "@stoa/contract";
import { invalidField } from "../../platform/http/app-error.ts";
import type { MonthMovements } from "./movements.ts";

/**
 * Converts months to statements, newest first. Each statement's opening balance is the previous month's closing
 * balance.
 */
export function presentStatements(months: readonly MonthMovements[]): BillingStatement[] {
  let opening = 0n;
  const statements: BillingStatement[] = [];
  for (const { month, credits, runs, failureCharges, earned, expired, reversed, entries } of months) {
    const closing = opening + credits + runs + failureCharges + earned + expired + reversed;
    statements.push({
      month,
      opening: nanoToUsd(opening),
      credits: nanoToUsd(credits),
      spent: nanoToUsd(-runs),
      failure_charges: nanoToUsd(-failureCharges),
      earned: nanoToUsd(earned),
      expired: nanoToUsd(-expired),
      reversed: nanoToUsd(reversed),
      closing: nanoToUsd(closing),
      entries: Number(entries),
    });
    opening = closing;
  }
  return statements.reverse();
}

/**
 * Returns a page of statements. The cursor is the last statement's month.
 * @throws AppError 400 if the cursor is not a month.
 */
export function pageOfStatements(
  statements: readonly BillingStatement[],
  { limit, offset, cursor }: { limit: number; offset: number; cursor?: string | undefined },
): BillingStatements {
  if (cursor !== undefined && !/^\d{4}-\d{2}$/.test(cursor))
    throw invalidField("cursor", "cursor must be from a page of statements");
  const rest =
    cursor === undefined ? statements.slice(offset) : statements.filter(({ month }) => month < cursor);
  const page = rest.slice(0, limit);
  return { statements: page, next_cursor: rest.length > limit ? (page.at(-1)?.month ?? null) : null };
}
