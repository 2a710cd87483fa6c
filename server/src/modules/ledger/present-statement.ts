import { type BillingStatement, type BillingStatements, nanoToUsd } from "@stoa/contract";
import { invalidField } from "../../platform/http/app-error.ts";
import type { MonthMovements } from "./movements.ts";

/** Months as statements, newest first; each opens with what the one before closed with. */
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

/** A page of them; the cursor is the month of the last one. @throws AppError 400 for what is no month. */
export function pageOfStatements(
  statements: readonly BillingStatement[],
  { limit, offset, cursor }: { limit: number; offset: number; cursor?: string | undefined },
): BillingStatements {
  if (cursor !== undefined && !/^\d{4}-\d{2}$/.test(cursor))
    throw invalidField("cursor", "This cursor is not from a page of the statements");
  const rest =
    cursor === undefined ? statements.slice(offset) : statements.filter(({ month }) => month < cursor);
  const page = rest.slice(0, limit);
  return { statements: page, next_cursor: rest.length > limit ? (page.at(-1)?.month ?? null) : null };
}
