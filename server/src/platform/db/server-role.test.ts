import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "../../../../tests/harness/database.ts";
import { type Database, openDatabase } from "./database.ts";
import { createServerRole, grantToServerRole, readRolePower } from "./server-role.ts";

const database = useTestDatabase();
const ROLE = `stoa_test_${randomBytes(6).toString("hex")}`;
let url: string;
let db: Database;

beforeAll(async () => {
  await createServerRole(database().url, ROLE, "first");
  await createServerRole(database().url, ROLE, "second");
  await grantToServerRole(database().url, ROLE);
  url = database().url.replace(/^postgres:\/\/[^@]*@/, `postgres://${ROLE}:second@`);
  db = openDatabase({ url, poolSize: 2, onLost: () => {} }).db;
});

afterAll(async () => {
  await db.destroy();
  await sql.raw(`DROP OWNED BY ${ROLE}; DROP ROLE ${ROLE}`).execute(database().db);
});

const run = (statement: string) => sql.raw(statement).execute(db);

test("tells the server's role, which is neither superuser nor owner, from an owner", async () => {
  expect(await readRolePower(url)).toEqual({ role: ROLE, isSuperuser: false, ownsTables: false });
  expect(await readRolePower(database().url)).toMatchObject({ isSuperuser: true, ownsTables: true });
});

test.each([
  "ALTER TABLE postings DISABLE TRIGGER ALL",
  "ALTER TABLE audit_log DISABLE TRIGGER audit_log_immutable",
  "DROP TRIGGER transfers_immutable ON transfers",
  "DROP TABLE postings",
  "TRUNCATE postings",
  "ALTER TABLE transfers DROP COLUMN gross",
  "SET session_replication_role = replica",
  "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
  "CREATE TABLE mine (one integer)",
  `ALTER ROLE ${ROLE} SUPERUSER`,
  "DELETE FROM kysely_migration",
  "UPDATE sql_definitions SET revision = 0",
])("the server's role cannot bypass immutability: %s", async (statement) => {
  await expect(run(statement)).rejects.toThrow(/permission denied|must be owner/);
});

test("the server's role cannot grant its rights to others", async () => {
  // PostgreSQL replies with a warning and grants nothing.
  await run("GRANT ALL ON postings TO PUBLIC");
  const { rows } = await sql<{ isOpen: boolean }>`
    SELECT has_table_privilege('public', 'postings', 'SELECT') AS "isOpen"`.execute(database().db);
  expect(rows).toEqual([{ isOpen: false }]);
});

test("the server's role cannot change immutable rows", async () => {
  await expect(run("UPDATE postings SET amount = 1")).rejects.toThrow("rows of postings are immutable");
  await expect(run("DELETE FROM audit_log")).rejects.toThrow("rows of audit_log are immutable");
});

test("the server's role can create partitions of runs and drop partitions of run content, but no others", async () => {
  await run("SELECT make_run_partitions('2031-01-01', 2)");
  await run("SELECT drop_run_partitions('run_events', '2032-01-01')");
  await expect(run("SELECT drop_run_partitions('runs', '2032-01-01')")).rejects.toThrow(
    "partitions of runs are kept",
  );
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relname IN ('runs_203101', 'run_events_203101')`.execute(
    database().db,
  );
  expect(rows).toEqual([{ name: "runs_203101" }]);
});
