import { sql } from "kysely";
import * as z from "zod";
import type { Queryable } from "../../platform/db/database.ts";

const StoredPackages = z.array(
  z.object({
    name: z.string(),
    version: z.string(),
    bytes: z.number().nullable(),
    releasedAt: z.coerce.date().nullable(),
  }),
);

/** A lock that was installed at least once. Sizes are in bytes. */
export interface StoredLock {
  digest: string;
  abi: string;
  python: string;
  text: string;
  packages: z.infer<typeof StoredPackages>;
  fetchBytes: number;
  installedBytes: number;
  /** The log of choosing and installing the packages, for the developer. */
  log: string;
}

/** Stores a lock, or records that an upload chose it again. The first log is kept. */
export async function saveLock(db: Queryable, lock: StoredLock): Promise<void> {
  await db
    .insertInto("package_locks")
    .values({
      digest: lock.digest,
      abi: lock.abi,
      python: lock.python,
      lock: lock.text,
      packages: JSON.stringify(lock.packages),
      fetch_bytes: lock.fetchBytes,
      installed_bytes: lock.installedBytes,
      log: lock.log,
    })
    .onConflict((conflict) => conflict.column("digest").doUpdateSet({ chosen_at: sql<Date>`now()` }))
    .execute();
}

export async function findLock(db: Queryable, digest: string): Promise<StoredLock | undefined> {
  const row = await db
    .selectFrom("package_locks")
    .selectAll()
    .where("digest", "=", digest)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    digest: row.digest,
    abi: row.abi,
    python: row.python,
    text: row.lock,
    packages: StoredPackages.parse(row.packages),
    fetchBytes: Number(row.fetch_bytes),
    installedBytes: Number(row.installed_bytes),
    log: row.log,
  };
}

/** Returns the digests after `after` of locks that no upload has chosen for a day, in order. */
export async function findOldLocks(db: Queryable, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ digest: string }>`
    SELECT digest FROM package_locks WHERE digest > ${after} AND chosen_at < now() - interval '1 day'
    ORDER BY digest LIMIT ${limit}`.execute(db);
  return rows.map(({ digest }) => digest);
}

/** Removes the given locks, except those that were chosen again in the meantime. */
export async function removeLocks(db: Queryable, digests: readonly string[]): Promise<void> {
  if (digests.length === 0) return;
  await sql`
    DELETE FROM package_locks
    WHERE digest = ANY(${digests}) AND chosen_at < now() - interval '1 day'`.execute(db);
}
