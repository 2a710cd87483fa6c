import { expect } from "vitest";
import { ledger } from "../../server/src/modules/ledger/index.ts";
import type { Queryable } from "../../server/src/platform/db/database.ts";

/** Fails unless the books are right in every point of the audit. Call it after whatever moved money. */
export async function expectBooksBalanced(db: Queryable): Promise<void> {
  expect(await ledger.audit(db)).toEqual([]);
}
