import { type ErrorCode, Problem } from "@stoa/contract";
import { sql } from "kysely";
import { type Answer, parseAnswer } from "../../../../../tests/harness/client.ts";
import type { Database } from "../../../platform/db/database.ts";

/** Returns the problem details in a reply. */
export function parseProblem(answer: Answer): Problem {
  return parseAnswer(Problem, answer);
}

export const parseCode = (answer: Answer): ErrorCode => parseProblem(answer).error;

/** Counts the runs, holds and idempotency keys of an account, because a refused request must leave none. */
export async function readTraces(
  db: Database,
  accountId: string,
): Promise<{ runs: number; holds: number; keys: number }> {
  const { rows } = await sql<{ runs: number; holds: number; keys: number }>`SELECT
    (SELECT count(*)::int FROM runs WHERE account_id = ${accountId}) AS runs,
    (SELECT count(*)::int FROM holds WHERE account_id = ${accountId}) AS holds,
    (SELECT count(*)::int FROM idempotency_keys WHERE account_id = ${accountId}) AS keys`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the count returned no row");
  return row;
}

export const NO_TRACES = { runs: 0, holds: 0, keys: 0 };
