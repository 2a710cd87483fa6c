import pg from "pg";
import type { Definition, DefinitionFile } from "./definitions.ts";

/** The tables that record what has been applied. A backup omits them, because a restore creates them by migrating. */
export const BOOKKEEPING_TABLES = ["kysely_migration", "kysely_migration_lock", "sql_definitions"];

/** A definition as it was last applied. */
export interface RecordedDefinition {
  readonly path: string;
  readonly sha256: string;
  /**
   * The definition's position in the order of application. An object has a higher position than the objects that it
   * refers to.
   */
  readonly position: number;
  readonly objects: readonly string[];
}

export interface SchemaState {
  /** Names of the applied migrations, in order. */
  readonly migrations: readonly string[];
  readonly definitions: readonly RecordedDefinition[];
  /** The revision of the newest server that applied definitions; 0 before the first. */
  readonly revision: number;
}

const EMPTY: SchemaState = { migrations: [], definitions: [], revision: 0 };
const UNDEFINED_TABLE = "42P01";

/**
 * Returns the applied migrations and definitions, with one query. The result is empty for a database that Stoa has
 * never used.
 */
export async function readSchemaState(client: pg.ClientBase): Promise<SchemaState> {
  try {
    const { rows } = await client.query<SchemaState>(
      `SELECT
         (SELECT coalesce(json_agg(name ORDER BY name), '[]') FROM kysely_migration) AS migrations,
         (SELECT coalesce(json_agg(json_build_object('path', path, 'sha256', sha256, 'position', position,
            'objects', objects) ORDER BY position), '[]') FROM sql_definitions) AS definitions,
         (SELECT coalesce(max(revision), 0) FROM sql_definitions) AS revision`,
    );
    return rows[0] ?? EMPTY;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return EMPTY;
    throw error;
  }
}

/**
 * Creates the bookkeeping tables if they are missing. `kysely_migration` has the name and columns that earlier versions
 * expect, so that those versions refuse the database. Their lock table is no longer used.
 */
export async function createBookkeeping(client: pg.ClientBase): Promise<void> {
  await client.query(`
    SET LOCAL client_min_messages = warning;
    DROP TABLE IF EXISTS kysely_migration_lock;
    CREATE TABLE IF NOT EXISTS kysely_migration (name varchar(255) PRIMARY KEY, "timestamp" varchar(255) NOT NULL);
    CREATE TABLE IF NOT EXISTS sql_definitions (
      path text PRIMARY KEY, sha256 text NOT NULL, position integer NOT NULL, objects text[] NOT NULL,
      revision integer NOT NULL)`);
}

/** Replaces the record of applied migrations. */
export async function recordMigrations(client: pg.ClientBase, names: readonly string[]): Promise<void> {
  await client.query("DELETE FROM kysely_migration WHERE name <> ALL ($1)", [names]);
  await client.query(
    `INSERT INTO kysely_migration (name, "timestamp") SELECT name, $2 FROM unnest($1::text[]) AS name
     ON CONFLICT DO NOTHING`,
    [names, new Date().toISOString()],
  );
}

/** Replaces the record of applied definitions. */
export async function recordDefinitions(
  client: pg.ClientBase,
  definitions: readonly Definition[],
  revision: number,
): Promise<void> {
  const rows = definitions.map(({ path, sha256, objects }, position) => ({
    path,
    sha256,
    position,
    objects,
    revision,
  }));
  await client.query("DELETE FROM sql_definitions");
  await client.query(
    "INSERT INTO sql_definitions SELECT * FROM json_populate_recordset(NULL::sql_definitions, $1)",
    [JSON.stringify(rows)],
  );
}

/** Returns the definitions whose text differs from the recorded text. */
export function findChangedDefinitions<D extends DefinitionFile>(
  definitions: readonly D[],
  recorded: readonly RecordedDefinition[],
): D[] {
  const digests = new Map(recorded.map(({ path, sha256 }) => [path, sha256]));
  return definitions.filter(({ path, sha256 }) => digests.get(path) !== sha256);
}
