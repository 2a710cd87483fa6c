import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { migrate } from "./migrate.ts";
import { readSchemaFiles, type SchemaFiles } from "./schema-files.ts";

/** A temporary server folder with migrations and definitions. */
export interface SchemaFolder {
  write(files: Readonly<Record<string, string | null>>): void;
  read(): ReturnType<typeof readSchemaFiles>;
}

/** Creates databases and schema folders for the tests of a file, and removes them afterward. */
export function useSchemas() {
  const databases: string[] = [];
  const folders: string[] = [];
  afterAll(async () => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    for (const name of databases)
      await query(inject("testServerUrl"), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });

  /** Creates an empty database or a copy of the template. Returns its URL. */
  async function database(template?: string): Promise<string> {
    const name = `stoa_test_${process.pid}_${randomBytes(6).toString("hex")}`;
    databases.push(name);
    const from = template === undefined ? "" : ` TEMPLATE ${template} STRATEGY FILE_COPY`;
    await query(inject("testServerUrl"), `CREATE DATABASE ${name}${from}`);
    const url = new URL(inject("testServerUrl"));
    url.pathname = `/${name}`;
    return url.href;
  }

  /** Creates a folder with a minimal schema: one table, one function of each kind, a view and a trigger. */
  function folder(): SchemaFolder {
    const root = mkdtempSync(join(tmpdir(), "stoa-schema-"));
    folders.push(root);
    const write: SchemaFolder["write"] = (files) => {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        if (text === null) rmSync(join(root, path));
        else writeFileSync(join(root, path), text);
      }
    };
    write(SMALL_PRODUCT);
    return { write, read: () => readSchemaFiles(root) };
  }
  return { database, folder };
}

const SMALL_PRODUCT = {
  "sql/revision.json": '{ "revision": 1, "sha256": "" }',
  "migrations/0001_shop.sql":
    "CREATE TABLE orders (id text PRIMARY KEY DEFAULT order_id(), price integer NOT NULL);",
  "sql/defaults/order_id.sql":
    "CREATE OR REPLACE FUNCTION order_id() RETURNS text LANGUAGE sql VOLATILE RETURN gen_random_uuid()::text;",
  "sql/shop/with_tax.sql":
    "CREATE OR REPLACE FUNCTION with_tax(price integer) RETURNS integer LANGUAGE sql IMMUTABLE RETURN price * 2;",
  // By name, this file sorts before the one that it depends on.
  "sql/shop/bills.sql": "CREATE OR REPLACE VIEW bills AS SELECT id, with_tax(price) AS total FROM orders;",
  "sql/shop/check_order.sql": `CREATE OR REPLACE FUNCTION check_order() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF NEW.price < 0 THEN RAISE EXCEPTION 'a price below 0'; END IF; RETURN NEW; END $$;
    CREATE OR REPLACE TRIGGER orders_checked BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION check_order();`,
} as const;

/** Runs one statement on a separate connection. */
export async function query<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the name of the last migration of the baseline. */
export const lastOfBaseline = ({ migrations }: SchemaFiles) =>
  migrations.findLast(({ name }) => name.includes("_baseline_"))?.name;

/** Migrates a database to a folder's schema. Returns what was applied. */
export const bring = (url: string, folder: SchemaFolder) => migrate(url, folder.read());
