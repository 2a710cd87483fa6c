import { sql } from "kysely";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { openDatabase } from "./database.ts";

const database = useTestDatabase();

test("a connection that is lost while in use is reported and replaced, and the process continues", async () => {
  const lost: string[] = [];
  const { db, pool } = openDatabase({
    url: database().url,
    poolSize: 2,
    onLost: (error) => lost.push(error.message),
  });
  try {
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    await sql`SELECT pg_terminate_backend(${rows[0]?.pid})`.execute(database().db);
    await expect.poll(() => lost.length).toBeGreaterThan(0);
    client.release(true);
    expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  } finally {
    await db.destroy();
  }
});
