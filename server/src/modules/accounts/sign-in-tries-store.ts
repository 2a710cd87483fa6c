import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";

/** How long failures are remembered after the most recent one. */
export const MEMORY_SECONDS = 3600;
/**
 * The wait after the last free attempt. It gives a person time to look up their password. Each further failure doubles
 * it, so a program can make only a dozen guesses per hour.
 */
const FIRST_WAIT_SECONDS = 15;
/** The maximum wait between two attempts. */
const LONGEST_WAIT_SECONDS = 900;

/**
 * The number of free attempts for a key that is counted but never locked. No network makes a billion attempts per hour.
 */
export const NEVER_LOCKED = 1_000_000_000;

/** The result of counting an attempt. */
export type AttemptCount = { failures: number } | { waitMs: number };

/**
 * Counts an attempt as failed before the password is checked. This is one statement, so that of any number of
 * concurrent attempts only `free` pass. The `free`-th failure starts a wait, and each further failure doubles it.
 * Returns the number of failures including this one, or how long to wait if no attempt is allowed now.
 */
export async function countAttempt(db: Queryable, key: string, free: number): Promise<AttemptCount> {
  const { rows } = await sql<{ failures: number }>`
    INSERT INTO sign_in_tries AS t (key, failures, locked_until, forget_at)
    VALUES (${key}, 1, ${lockAfter(sql`1`, free)}, ${getTimeAfter(MEMORY_SECONDS)})
    ON CONFLICT (key) DO UPDATE SET
      failures = ${countFailures()} + 1,
      locked_until = ${lockAfter(sql`${countFailures()} + 1`, free)},
      forget_at = excluded.forget_at
    WHERE t.locked_until <= clock_timestamp()
    RETURNING failures`.execute(db);
  const counted = rows[0];
  return counted ? { failures: counted.failures } : { waitMs: await readWait(db, key) };
}

const countFailures = () => sql`(CASE WHEN t.forget_at <= clock_timestamp() THEN 0 ELSE t.failures END)`;

const getTimeAfter = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds}::float8)`;

function lockAfter(failures: ReturnType<typeof sql>, free: number) {
  const beyond = sql`least(10, ${failures} - ${free}::integer)`;
  return sql`CASE WHEN ${failures} < ${free}::integer THEN clock_timestamp()
    ELSE clock_timestamp() + make_interval(secs => least(${LONGEST_WAIT_SECONDS}::float8, ${FIRST_WAIT_SECONDS}::float8 * power(2, ${beyond}))) END`;
}

async function readWait(db: Queryable, key: string): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    SELECT (extract(epoch FROM locked_until - clock_timestamp()) * 1000)::float8 AS wait
    FROM sign_in_tries WHERE key = ${key}`.execute(db);
  return Math.max(1, rows[0]?.wait ?? 1);
}

/** Undoes one failure that was counted before the check, and ends the wait. */
export async function uncountAttempt(db: Queryable, key: string): Promise<void> {
  await sql`
    UPDATE sign_in_tries SET failures = greatest(0, failures - 1), locked_until = clock_timestamp()
    WHERE key = ${key}`.execute(db);
}

export async function deleteTries(db: Queryable, key: string): Promise<void> {
  await sql`DELETE FROM sign_in_tries WHERE key = ${key}`.execute(db);
}

/** Deletes all failures of an account, from every network. */
export async function deleteTriesOfAccount(db: Queryable, prefix: string): Promise<void> {
  await sql`DELETE FROM sign_in_tries WHERE starts_with(key, ${prefix})`.execute(db);
}

/** Remembers a key for this many days. */
export async function saveKey(db: Queryable, key: string, days: number): Promise<void> {
  await sql`
    INSERT INTO sign_in_tries (key, failures, locked_until, forget_at)
    VALUES (${key}, 0, clock_timestamp(), clock_timestamp() + make_interval(days => ${days}))
    ON CONFLICT (key) DO UPDATE SET forget_at = excluded.forget_at`.execute(db);
}

export async function isKeyRemembered(db: Queryable, key: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM sign_in_tries WHERE key = ${key} AND forget_at > clock_timestamp()`.execute(db);
  return rows.length > 0;
}

export async function deleteForgottenTries(db: Queryable): Promise<void> {
  await sql`
    DELETE FROM sign_in_tries WHERE forget_at <= clock_timestamp() AND locked_until <= clock_timestamp()`.execute(
    db,
  );
}
