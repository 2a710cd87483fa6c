import { expect } from "vitest";
import { ledger } from "../../server/src/modules/ledger/index.ts";
import type { Queryable } from "../../server/src/platform/db/database.ts";

/** Fails unless every check of the audit passes. Call it after every test that moves money. */
export async function expectBooksBalanced(db: Queryable): Promise<void> {
  expect(await ledger.audit(db)).toEqual([]);
}
