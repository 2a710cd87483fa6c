import { expect, test } from "vitest";
import { createTestDatabase, useTestDatabase } from "./database.ts";

const database = useTestDatabase();

test("a test database is migrated and separate", async () => {
  const other = await createTestDatabase();
  try {
    expect(other.name).not.toBe(database().name);
    await other.pool.query("CREATE TABLE only_here ()");
    const seen = await database().pool.query("SELECT to_regclass('only_here') AS found");
    expect(seen.rows).toEqual([{ found: null }]);
    const applied = await database().pool.query<{ number: number }>(
      "SELECT count(*)::int AS number FROM kysely_migration",
    );
    expect(applied.rows[0]?.number).toBeGreaterThan(0);
  } finally {
    await other.drop();
  }
});
