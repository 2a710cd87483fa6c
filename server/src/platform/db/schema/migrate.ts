import pg from "pg";
import { applyDefinitions } from "./apply-definitions.ts";
import { SchemaVersionError, toCurrentNames } from "./baseline.ts";
import { type Definition, isBeforeTables, orderDefinitions } from "./definitions.ts";
import type { SchemaFiles } from "./schema-files.ts";
import {
  createBookkeeping,
  findChangedDefinitions,
  readSchemaState,
  recordDefinitions,
  recordMigrations,
  type SchemaState,
} from "./schema-state.ts";

/**
 * The advisory lock that a node holds while it changes the schema. Earlier versions migrate with
 * Kysely, which uses the same number.
 */
const MIGRATION_LOCK = "3853314791062309107";

export interface MigrateOptions {
  /**
   * The last migration to apply; all by default. Functions, views and triggers are applied only with the last
   * migration of all.
   */
  readonly last?: string | undefined;
  /** Runs in the same transaction after a change, to grant rights on new objects. */
  readonly finish?: (client: pg.ClientBase) => Promise<void>;
}

/**
 * Brings a database up to date: first migrations, then functions, views and triggers whose files have changed. One
 * node at a time does this, in one transaction. A database that is up to date costs one query and no lock.
 * @returns the names of everything that was applied now.
 * @throws SchemaVersionError if a newer version has changed the database, or if the database is too old for this version.
 */
export async function migrate(
  url: string,
  files: SchemaFiles,
  options: MigrateOptions = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: "stoa migrate" });
  await client.connect();
  try {
    if (isUpToDate(await readSchemaState(client), files)) return [];
    await client.query("BEGIN");
    const applied = await migrateWithin(client, files, options);
    await client.query("COMMIT");
    return applied;
  } finally {
    // Closing the connection rolls an open transaction back.
    await client.end();
  }
}

/** Migrates like `migrate`, in the transaction that the client has open. */
export async function migrateWithin(
  client: pg.ClientBase,
  files: SchemaFiles,
  { last, finish }: MigrateOptions = {},
): Promise<string[]> {
  await client.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  await createBookkeeping(client);
  const state = await readSchemaState(client);
  const known = files.migrations.map(({ name }) => name);
  const before = toCurrentNames(state.migrations, known);
  refuseNewer(before, state, files);
  const end = last === undefined ? known.length : known.indexOf(last) + 1;
  const pending = files.migrations.slice(before.length, end);
  const definitions = orderDefinitions(files.definitions);
  const early = definitions.filter(isBeforeTables);
  // Only the first tables need these definitions early; later the definitions are applied like all
  // other definitions.
  if (before.length === 0) await applyDefinitions(client, early, early, []);
  for (const { name, text } of pending)
    await client.query(text).catch((cause: unknown) => {
      throw new Error(`migration ${name} failed`, { cause });
    });
  await recordMigrations(client, [...before, ...pending.map(({ name }) => name)]);
  const changed =
    end < known.length ? [] : await updateDefinitions(client, definitions, state, pending.length > 0);
  if (end === known.length) await recordDefinitions(client, definitions, files.revision);
  await finish?.(client);
  return [...pending.map(({ name }) => name), ...changed];
}

async function updateDefinitions(
  client: pg.ClientBase,
  definitions: readonly Definition[],
  state: SchemaState,
  hasMigrated: boolean,
): Promise<string[]> {
  const missing = hasMigrated ? await listMissing(client, state) : new Set<string>();
  const isChanged = new Set(findChangedDefinitions(definitions, state.definitions));
  const changed = definitions.filter(
    (each) => isChanged.has(each) || each.objects.some((object) => missing.has(object)),
  );
  await applyDefinitions(client, definitions, changed, state.definitions);
  return changed.map(({ path }) => path);
}

/** Returns recorded objects that no longer exist: a migration drops a view before it changes the view's columns. */
async function listMissing(client: pg.ClientBase, state: SchemaState): Promise<Set<string>> {
  const objects = state.definitions.flatMap((definition) => definition.objects);
  const { rows } = await client.query<{ object: string }>(
    `SELECT object FROM unnest($1::text[]) AS object WHERE object NOT IN (
       SELECT 'FUNCTION ' || proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
       UNION ALL
       SELECT 'VIEW ' || relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'v'
       UNION ALL
       SELECT format('TRIGGER %s ON %s', tgname, relname) FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
       WHERE c.relnamespace = current_schema()::regnamespace AND NOT tgisinternal)`,
    [objects],
  );
  return new Set(rows.map(({ object }) => object));
}

/**
 * Throws if a newer version has changed the schema: an old server must not run on it, and must not replace newer
 * functions with older functions.
 */
function refuseNewer(applied: readonly string[], state: SchemaState, files: SchemaFiles): void {
  const unknown = applied.find((name, index) => files.migrations[index]?.name !== name);
  const isNewer = unknown !== undefined || state.revision > files.revision;
  if (!isNewer) return;
  throw new SchemaVersionError(
    `The database was changed by a newer version of Stoa (${unknown === undefined ? `revision ${state.revision} of its functions` : `migration ${unknown}`}). Start that version or a later version.`,
  );
}

function isUpToDate(state: SchemaState, files: SchemaFiles): boolean {
  return (
    state.revision >= files.revision &&
    state.migrations.length === files.migrations.length &&
    files.migrations.every(({ name }, index) => state.migrations[index] === name) &&
    state.definitions.length === files.definitions.length &&
    findChangedDefinitions(files.definitions, state.definitions).length === 0
  );
}
