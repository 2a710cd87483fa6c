import pg from "pg";
import { expect, inject, test } from "vitest";
import { grantRights } from "../server-role.ts";
import { migrate } from "./migrate.ts";
import { bring, query, useSchemas } from "./schema.fixture.ts";

const { database, folder } = useSchemas();
const WITH_TAX = "sql/shop/with_tax.sql";

/**
 * Returns the id of each function and of the transaction that wrote it. A function that is not
 * applied again keeps both.
 */
async function versions(url: string): Promise<Record<string, string>> {
  const rows = await query<{ name: string; version: string }>(
    url,
    `SELECT proname AS name, oid || ' ' || xmin AS version FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
  );
  return Object.fromEntries(rows.map(({ name, version }) => [name, version]));
}

const totals = (url: string) => query<{ total: unknown }>(url, "SELECT total FROM bills");

test("a new database gets its tables, and its functions and views in order of dependency", async () => {
  const url = await database();
  const shop = folder();
  expect(await bring(url, shop)).toEqual([
    "0001_shop",
    "defaults/order_id.sql",
    "shop/with_tax.sql",
    "shop/bills.sql",
    "shop/check_order.sql",
  ]);
  await query(url, "INSERT INTO orders (price) VALUES (4)");
  expect(await totals(url)).toEqual([{ total: 8 }]);
  await expect(query(url, "INSERT INTO orders (price) VALUES (-1)")).rejects.toThrow("a price below 0");
});

test("only functions whose file has changed are applied again", async () => {
  const url = await database();
  const shop = folder();
  await bring(url, shop);
  await query(url, "INSERT INTO orders (price) VALUES (4)");
  const before = await versions(url);
  shop.write({
    [WITH_TAX]:
      "CREATE OR REPLACE FUNCTION with_tax(price integer) RETURNS integer LANGUAGE sql IMMUTABLE RETURN price * 3;",
  });
  expect(await bring(url, shop)).toEqual(["shop/with_tax.sql"]);
  expect(await totals(url)).toEqual([{ total: 12 }]);
  const { with_tax: _, ...others } = await versions(url);
  expect(before).toMatchObject(others);
});

test("an up-to-date database is neither locked nor written", async () => {
  const url = await database();
  const shop = folder();
  await bring(url, shop);
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  try {
    await other.query("SELECT pg_advisory_lock(3853314791062309107)");
    expect(await bring(url, shop)).toEqual([]);
  } finally {
    await other.end();
  }
});

test("a function with new arguments replaces the old function, and dependent views are recreated", async () => {
  const url = await database();
  const shop = folder();
  await bring(url, shop);
  await query(url, "INSERT INTO orders (price) VALUES (4)");
  shop.write({
    [WITH_TAX]:
      "CREATE OR REPLACE FUNCTION with_tax(price bigint) RETURNS bigint LANGUAGE sql IMMUTABLE RETURN price * 5;",
  });
  await bring(url, shop);
  expect(await totals(url)).toEqual([{ total: "20" }]);
  expect(
    await query(url, "SELECT pg_get_function_arguments(oid) AS args FROM pg_proc WHERE proname = 'with_tax'"),
  ).toEqual([{ args: "price bigint" }]);
});

test("a view with new columns is recreated, and the server's role keeps its rights on it", async () => {
  const url = await database();
  const shop = folder();
  await bring(url, shop);
  const role = new URL(url).pathname.slice(1);
  await query(url, `CREATE ROLE ${role}`);
  try {
    shop.write({
      "sql/shop/bills.sql": "CREATE OR REPLACE VIEW bills AS SELECT price AS total FROM orders;",
    });
    await migrate(url, shop.read(), { finish: (client) => grantRights(client, role) });
    expect(await query(url, `SELECT has_table_privilege('${role}', 'bills', 'SELECT') AS may`)).toEqual([
      { may: true },
    ]);
  } finally {
    await query(url, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
  }
});

test("objects that no file defines are dropped", async () => {
  const url = await database();
  const shop = folder();
  await bring(url, shop);
  shop.write({ "sql/shop/check_order.sql": null, "sql/shop/bills.sql": null });
  await bring(url, shop);
  expect(Object.keys(await versions(url)).sort()).toEqual(["order_id", "with_tax"]);
  expect(await query(url, "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal")).toEqual([]);
  expect(await query(url, "SELECT viewname FROM pg_views WHERE schemaname = 'public'")).toEqual([]);
});

test("renaming a file keeps the objects that it defines", async () => {
  const url = await database();
  const shop = folder();
  await bring(url, shop);
  shop.write({
    [WITH_TAX]: null,
    "sql/shop/tax.sql":
      "CREATE OR REPLACE FUNCTION with_tax(price integer) RETURNS integer LANGUAGE sql IMMUTABLE RETURN price * 2;",
  });
  expect(await bring(url, shop)).toEqual(["shop/tax.sql"]);
  expect(await totals(url)).toEqual([]);
});

test("a view that a migration drops to change a column is recreated", async () => {
  const url = await database();
  const shop = folder();
  await bring(url, shop);
  shop.write({
    "migrations/0002_prices.sql": "DROP VIEW bills; ALTER TABLE orders ALTER price TYPE bigint;",
    "sql/shop/bills.sql":
      "CREATE OR REPLACE VIEW bills AS SELECT id, with_tax(price::integer) AS total FROM orders;",
  });
  expect(await bring(url, shop)).toEqual(["0002_prices", "shop/bills.sql"]);
  shop.write({ "migrations/0003_again.sql": "DROP VIEW bills; ALTER TABLE orders ADD note text;" });
  expect(await bring(url, shop)).toEqual(["0003_again", "shop/bills.sql"]);
  expect(await totals(url)).toEqual([]);
});

test("a failing file is named and leaves the database unchanged", async () => {
  const url = await database();
  const shop = folder();
  await bring(url, shop);
  shop.write({
    "migrations/0002_more.sql": "CREATE TABLE more (id integer);",
    "sql/shop/bills.sql": "CREATE OR REPLACE VIEW bills AS SELECT nothing FROM orders;",
  });
  await expect(bring(url, shop)).rejects.toThrow("failed to apply server/sql/shop/bills.sql");
  expect(await totals(url)).toEqual([]);
  expect(await query(url, "SELECT to_regclass('more') AS found")).toEqual([{ found: null }]);
});

test("servers that start concurrently on an empty database apply everything once", async () => {
  const url = await database();
  const shop = folder();
  const applied = await Promise.all(Array.from({ length: 4 }, () => bring(url, shop)));
  expect(applied.map((names) => names.length).sort()).toEqual([0, 0, 0, 5]);
});

test("an older server refuses a database whose functions a newer server has changed", async () => {
  const url = await database();
  const [older, newer] = [folder(), folder()];
  newer.write({
    "sql/revision.json": '{ "revision": 2, "sha256": "" }',
    "sql/shop/bills.sql": "CREATE OR REPLACE VIEW bills AS SELECT id, 0 AS total FROM orders;",
  });
  await bring(url, older);
  await bring(url, newer);
  await expect(bring(url, older)).rejects.toThrow(
    "The database was changed by a newer version of Stoa (revision 2 of its functions). Start that version or a later version.",
  );
  expect(await bring(url, newer)).toEqual([]);
});

test("an older server refuses a database that a newer server has migrated", async () => {
  const url = await database();
  const [older, newer] = [folder(), folder()];
  newer.write({ "migrations/0002_more.sql": "CREATE TABLE more (id integer);" });
  await bring(url, newer);
  await expect(bring(url, older)).rejects.toThrow(/newer version of Stoa \(migration 0002_more\)/);
});

test("the test template equals a database created from the product's files", async () => {
  const url = await database(inject("templateDatabase"));
  const { readSchemaFiles } = await import("./schema-files.ts");
  expect(await migrate(url, readSchemaFiles("server"))).toEqual([]);
});
