import assert from "node:assert/strict";
import { test } from "node:test";
import { findNamingProblems, findProblems, findUses } from "./table-access.mjs";

const owners = new Map([
  ["wallets", "ledger"],
  ["runs", "runs"],
]);
const TS_FILE = "server/src/modules/webhooks/a.ts";
const findTableUses = (/** @type {string} */ file, /** @type {string} */ text) =>
  findUses(file, text, owners).map(({ module, access, table }) => `${module} ${access} ${table}`);
const findReads = (/** @type {string} */ statement) => findTableUses("server/sql/webhooks/a.sql", statement);

test("finds statements in SQL, in TypeScript and in the query builder", () => {
  assert.deepEqual(findTableUses("server/sql/runs/a.sql", "SELECT FROM runs; UPDATE wallets SET held = 0;"), [
    "runs write wallets",
    "runs read runs",
  ]);
  assert.deepEqual(findTableUses(TS_FILE, 'db.deleteFrom("runs"); sql`DELETE FROM wallets`'), [
    "webhooks write wallets",
    "webhooks write runs",
  ]);
  assert.deepEqual(findTableUses("server/src/platform/a/b.ts", 'db.selectFrom("runs as r")'), [
    "platform read runs",
  ]);
});

test("does not report comments and row locks as writes", () => {
  assert.deepEqual(findReads("-- UPDATE wallets\n/* FROM wallets */ SELECT FROM runs FOR UPDATE;"), [
    "webhooks read runs",
  ]);
});

test("finds tables with quoted names, with a schema, and in lower-case statements", () => {
  for (const name of ['"runs"', "public.runs", '"public"."runs"', "public . runs", "Runs", "ONLY runs"])
    assert.deepEqual(findReads(`SELECT 1 FROM ${name} r`), ["webhooks read runs"], name);
  assert.deepEqual(findReads("select 1 from runs"), ["webhooks read runs"]);
  assert.deepEqual(findReads("TABLE runs"), ["webhooks read runs"]);
  for (const call of ["selectFrom(['runs as r'])", "selectFrom('public.runs')", "sql.table(`runs`)"])
    assert.deepEqual(findTableUses(TS_FILE, `db.${call}`), ["webhooks read runs"], call);
  assert.deepEqual(findTableUses(TS_FILE, "db.updateTable('runs')"), ["webhooks write runs"]);
});

test("finds every table in a list, but not columns with the same names", () => {
  assert.deepEqual(findReads("SELECT FROM f(1) x, runs r WHERE r.id = x.id"), ["webhooks read runs"]);
  assert.deepEqual(findReads("SELECT FROM endpoints e, runs WHERE runs.id = e.id"), ["webhooks read runs"]);
  assert.deepEqual(findReads("SELECT day, runs AS number, runs FROM days"), []);
});

test("allows other modules to read views and call functions", () => {
  assert.deepEqual(findReads("SELECT FROM ended_runs r JOIN runs_audit() a ON true"), []);
});

test("rejects common table expressions with the name of a table", () => {
  const text = "WITH a AS (SELECT 1), runs (id) AS MATERIALIZED (SELECT 2) SELECT FROM runs";
  assert.deepEqual(findNamingProblems("a.sql", text, owners), [
    "a.sql: a common table expression has the same name as the table runs",
  ]);
  assert.deepEqual(findNamingProblems("a.sql", "WITH a AS (SELECT 1) SELECT FROM a", owners), []);
});

test("rejects views that do not list their columns", () => {
  const problems = ["a.sql: the view a must list its columns"];
  for (const columns of ["*", "r.*", "1, *"])
    assert.deepEqual(
      findNamingProblems("a.sql", `CREATE OR REPLACE VIEW a AS SELECT ${columns} FROM b r;`, owners),
      problems,
    );
  const view = "CREATE OR REPLACE VIEW a AS SELECT count(*), 2 * n AS n FROM b;";
  assert.deepEqual(findNamingProblems("a.sql", view, owners), []);
});

test("fails for a write to another module's table, and for an exception that is no longer needed", () => {
  const uses = findUses("server/src/modules/runs/a.ts", "sql`UPDATE wallets SET held = 0`", owners);
  assert.deepEqual(findProblems(uses, owners, []), [
    "server/src/modules/runs/a.ts: runs must not write wallets, which belongs to ledger",
  ]);
  const exception = {
    module: "runs",
    access: /** @type {const} */ ("write"),
    tables: ["wallets"],
    reason: "a test",
  };
  assert.deepEqual(findProblems(uses, owners, [exception]), []);
  assert.deepEqual(findProblems([], owners, [exception]), [
    "server/sql/table-exceptions.json: unused exception: runs does not write wallets",
  ]);
});
