import { randomUUID } from "node:crypto";
import { FILE_LIMITS } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "../../platform/db/database.ts";
import { useFiles } from "./files.fixture.ts";
import { reserveFile } from "./upload-store.ts";

const stack = useFiles();
const QUOTA = 1_000;

test("an upload waits for the reservation of another one, and then sees less space", async () => {
  const { db, register } = stack();
  const { accountId, userId } = await register();
  const reserve = (on: Database, wanted: number, least: number) =>
    reserveFile(
      on,
      {
        accountId,
        userId,
        name: "a.bin",
        isResumable: true,
        storageKey: randomUUID(),
        sealedKey: Buffer.alloc(9),
      },
      { wanted, least, quota: QUOTA, uploads: FILE_LIMITS.uploadsAtOnce, minutes: 1 },
    );
  expect(await reserve(db, 100, 100)).toMatchObject({ bytes: 100 });
  const first = await db.startTransaction().execute();
  await sql`SELECT FROM file_usage WHERE account_id = ${accountId} FOR NO KEY UPDATE`.execute(first);
  const others = [reserve(db, 600, 600), reserve(db, 600, 1)];
  await expect.poll(() => countWaiting(db)).toBe(2);
  expect(await reserve(first, 500, 500)).toMatchObject({ bytes: 500 });
  await first.commit().execute();
  expect(await Promise.all(others)).toEqual(["quota", expect.objectContaining({ bytes: 400 })]);
  expect(await reserve(db, 1, 1)).toBe("quota");
});

async function countWaiting(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}
