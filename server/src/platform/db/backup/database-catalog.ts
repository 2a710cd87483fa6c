import pg from "pg";
import { BOOKKEEPING_TABLES } from "../schema/schema-state.ts";

/** A table that contains rows itself, and its stored columns (computed columns are derived from them). */
export interface StoredTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Quotes a name for SQL. */
export const quoteIdentifier = (name: string): string => pg.escapeIdentifier(name);

/**
 * Returns the tables of the product, including partitions. Unlogged tables are omitted: they contain counters, which
 * a crash would empty anyway.
 */
export async function listTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(
    `SELECT c.relname AS name,
       json_agg(json_build_object('name', a.attname, 'type', a.atttypid::regtype::text) ORDER BY a.attnum) AS columns
     FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
       AND c.relname <> ALL ($1)
     GROUP BY c.relname ORDER BY c.relname`,
    [BOOKKEEPING_TABLES],
  );
  return rows;
}

/** Returns the partitions, with their bounds as SQL. */
export async function listPartitions(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string; parent: string; bound: string }>(
    `SELECT c.relname AS name, p.relname AS parent, pg_get_expr(c.relpartbound, c.oid) AS bound
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relispartition AND c.relkind = 'r'
     ORDER BY c.relname`,
  );
  return rows;
}

/** Returns the applied migrations in order; none if Stoa has never used the database. */
export async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows: found } = await client.query<{ migrator: string | null }>(
    "SELECT to_regclass('kysely_migration')::text AS migrator",
  );
  if (found[0]?.migrator === null) return [];
  const { rows } = await client.query<{ name: string }>("SELECT name FROM kysely_migration ORDER BY name");
  return rows.map(({ name }) => name);
}

/** Returns the sequences that have been used. A sequence is never behind a snapshot, so no number is issued twice. */
export async function listSequences(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY 1`,
  );
  return rows;
}

/** Disables foreign keys and triggers for a load. Returns the statements that restore them. */
export async function suspendRules(client: pg.ClientBase): Promise<{ readonly restore: readonly string[] }> {
  const { rows } = await client.query<{ off: string; on: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS off,
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS on
     FROM pg_constraint
     WHERE contype = 'f' AND conparentid = 0 AND connamespace = current_schema()::regnamespace
     UNION ALL
     SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname),
       format('ALTER TABLE %s ENABLE %s TRIGGER %I', tgrelid::regclass,
         CASE tgenabled WHEN 'A' THEN 'ALWAYS' WHEN 'R' THEN 'REPLICA' ELSE '' END, tgname)
     FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
     WHERE NOT tgisinternal AND tgparentid = 0 AND tgenabled <> 'D'
       AND c.relnamespace = current_schema()::regnamespace`,
  );
  for (const { off } of rows) await client.query(off);
  return { restore: rows.map(({ on }) => on) };
}

/**
 * Returns the number of people in a database. A database that has been in use has at least the owner of the sample
 * agents.
 */
export async function countUsers(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ users: number }>("SELECT count(*)::int AS users FROM users");
  return rows[0]?.users ?? 0;
}
