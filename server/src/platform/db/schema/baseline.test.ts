import { expect, test } from "vitest";
import { NAMES_BEFORE_BASELINE } from "./baseline.ts";
import { migrate } from "./migrate.ts";
import { lastOfBaseline, query, useSchemas } from "./schema.fixture.ts";
import { readSchemaFiles } from "./schema-files.ts";

const { database } = useSchemas();
const product = readSchemaFiles("server");

/** Creates a database with the migration records of a version before the baseline. Its tables are the same. */
async function databaseOfBefore(names: readonly string[]): Promise<string> {
  const url = await database();
  await migrate(url, product, { last: lastOfBaseline(product) });
  const rows = names.map((name) => `('${name}', '')`).join(", ");
  await query(
    url,
    `DROP TABLE sql_definitions; DELETE FROM kysely_migration; INSERT INTO kysely_migration VALUES ${rows};
     CREATE TABLE kysely_migration_lock (id varchar(255) PRIMARY KEY, is_locked integer NOT NULL DEFAULT 0);
     INSERT INTO users (username) VALUES ('at-home')`,
  );
  return url;
}

test("a database from the last version before the baseline migrations is adopted with its data", async () => {
  const url = await databaseOfBefore(NAMES_BEFORE_BASELINE);
  const applied = await migrate(url, product);
  expect(applied).not.toContain("0001_baseline_platform");
  expect(applied).toEqual(expect.arrayContaining(product.definitions.map((definition) => definition.path)));
  expect(await query(url, "SELECT name FROM kysely_migration ORDER BY name")).toEqual(
    product.migrations.map(({ name }) => ({ name })),
  );
  expect(await query(url, "SELECT username FROM users")).toEqual([{ username: "at-home" }]);
  expect(await migrate(url, product)).toEqual([]);
});

test("an older database is left unchanged, and the error says how to update it", async () => {
  const url = await databaseOfBefore(NAMES_BEFORE_BASELINE.slice(0, -1));
  await expect(migrate(url, product)).rejects.toThrow(/git checkout [0-9a-f]{8}.*start the server once/);
  expect(await query(url, "SELECT to_regclass('sql_definitions') AS made")).toEqual([{ made: null }]);
});
