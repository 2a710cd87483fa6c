import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { orderDefinitions } from "./definitions.ts";
import { readSchemaFiles } from "./schema-files.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "stoa-schema-"));
  for (const folder of ["migrations", "sql/a", "sql/b"]) mkdirSync(join(root, folder), { recursive: true });
  write("sql/revision.json", '{ "revision": 1, "sha256": "" }');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, text: string) => writeFileSync(join(root, path), text);
const order = () => orderDefinitions(readSchemaFiles(root).definitions).map(({ path }) => path);

test("refuses two migrations with the same number", () => {
  write("migrations/0001_one.sql", "");
  write("migrations/0001_two.sql", "");
  expect(() => readSchemaFiles(root)).toThrow(
    "two migrations have the same number: 0001_one.sql and 0001_two.sql",
  );
});

test("refuses two files that define the same function", () => {
  write("sql/a/one.sql", "CREATE OR REPLACE FUNCTION fee() RETURNS integer LANGUAGE sql RETURN 1;");
  write("sql/b/one.sql", "CREATE OR REPLACE FUNCTION fee(a integer) RETURNS integer LANGUAGE sql RETURN a;");
  expect(order).toThrow("FUNCTION fee is defined twice: in a/one.sql and in b/one.sql");
});

test("refuses a function that cannot be replaced and a file that defines nothing", () => {
  write("sql/a/one.sql", "CREATE FUNCTION fee() RETURNS integer LANGUAGE sql RETURN 1;");
  expect(order).toThrow("a/one.sql must contain CREATE OR REPLACE FUNCTION fee");
  write("sql/a/one.sql", "-- CREATE OR REPLACE FUNCTION fee()\nSELECT 1;");
  expect(order).toThrow("a/one.sql defines no function, view or trigger");
});

test("a definition comes after the definitions that it names outside a PL/pgSQL body", () => {
  write("sql/a/a.sql", "CREATE OR REPLACE VIEW a AS SELECT b() AS b;");
  write("sql/a/b.sql", "CREATE OR REPLACE FUNCTION b() RETURNS text LANGUAGE sql AS $$ SELECT c() $$;");
  write(
    "sql/b/c.sql",
    "CREATE OR REPLACE FUNCTION c() RETURNS text LANGUAGE plpgsql AS $x$ BEGIN RETURN (SELECT b FROM a); END $x$;",
  );
  expect(order()).toEqual(["b/c.sql", "a/b.sql", "a/a.sql"]);
});
