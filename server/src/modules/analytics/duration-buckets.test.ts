import { DURATION_ERROR } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../../../tests/harness/database.ts";

const database = useTestDatabase();

test("a reported execution time is off by at most 1/128, and a longer time is never reported as shorter", async () => {
  const { rows } = await sql<{ ms: number; told: bigint }>`
    SELECT ms::integer, duration_of_bucket(duration_bucket(ms::integer)) AS told
    FROM (
      SELECT generate_series(0, 5000) AS ms
      UNION SELECT (2::bigint ^ power)::bigint - 1 + step FROM generate_series(7, 30) power, generate_series(0, 2) step
      UNION SELECT 2147483647
    ) times
    ORDER BY ms`.execute(database().db);
  let before = -1;
  for (const { ms, told } of rows) {
    expect(Math.abs(Number(told) - ms)).toBeLessThanOrEqual(ms * DURATION_ERROR);
    expect(Number(told)).toBeGreaterThanOrEqual(before);
    before = Number(told);
  }
  expect(rows.length).toBeGreaterThan(5_000);
});
