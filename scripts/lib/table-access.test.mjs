import assert from "node:assert/strict";
import { test } from "node:test";
import { findProblems, findUses } from "./table-access.mjs";

const owners = new Map([
  ["wallets", "ledger"],
  ["runs", "runs"],
]);
const usesIn = (/** @type {string} */ file, /** @type {string} */ text) =>
  findUses(file, text, owners).map(({ module, access, table }) => `${module} ${access} ${table}`);

test("statements in SQL, in TypeScript and by the query builder are found, and comments and row locks are not writes", () => {
  assert.deepEqual(
    usesIn(
      "server/sql/runs/a.sql",
      "-- UPDATE wallets\nSELECT FROM runs FOR UPDATE; UPDATE wallets SET held = 0;",
    ),
    ["runs write wallets", "runs read runs"],
  );
  assert.deepEqual(
    usesIn("server/src/modules/webhooks/a.ts", 'db.deleteFrom("runs"); sql`DELETE FROM wallets`'),
    ["webhooks write wallets", "webhooks write runs"],
  );
  assert.deepEqual(usesIn("server/src/platform/a/b.ts", 'db.selectFrom("runs as r")'), [
    "platform read runs",
  ]);
});

test("a module that writes another's table fails, and so does an exception that nothing needs", () => {
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
    "server/sql/table-exceptions.json: runs does not write wallets",
  ]);
});
