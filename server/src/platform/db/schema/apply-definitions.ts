import pg from "pg";
import { type Definition, withDependents } from "./definitions.ts";
import type { RecordedDefinition } from "./schema-state.ts";

/** PostgreSQL's error codes if a function or view cannot be replaced, or if another object depends on it. */
const NOT_REPLACEABLE = new Set(["42P13", "42P16", "2BP01"]);

/**
 * Updates functions, views and triggers to match the files, within the caller's transaction. Only changed files are
 * applied, with CREATE OR REPLACE. Objects that are no longer in any file are dropped. If PostgreSQL cannot replace
 * an object because its arguments, result or columns have changed, the object is dropped and created again together
 * with everything that refers to it.
 * @param all every definition, in the order of application
 * @param changed the definitions to apply now
 */
export async function applyDefinitions(
  client: pg.ClientBase,
  all: readonly Definition[],
  changed: readonly Definition[],
  recorded: readonly RecordedDefinition[],
): Promise<void> {
  if (all.length === 0) return;
  await client.query("SAVEPOINT definitions");
  try {
    await runAll(client, changed);
    await dropAll(client, findVanishedObjects(all, recorded));
    await refuseOverloads(client, changed);
    await client.query("RELEASE SAVEPOINT definitions");
  } catch (error) {
    const isExpected = error instanceof OverloadError || NOT_REPLACEABLE.has(getSqlState(error) ?? "");
    if (!isExpected) throw error;
    await client.query("ROLLBACK TO SAVEPOINT definitions");
    await rebuild(client, all, changed, recorded);
  }
}

/** Drops changed definitions and everything that refers to them, and creates them again. */
async function rebuild(
  client: pg.ClientBase,
  all: readonly Definition[],
  changed: readonly Definition[],
  recorded: readonly RecordedDefinition[],
): Promise<void> {
  const vanished = findVanishedObjects(all, recorded);
  const affected = withDependents(all, new Set(changed.map(({ path }) => path)), vanished);
  const paths = new Set(affected.map(({ path }) => path));
  const isAffected = (each: RecordedDefinition) => paths.has(each.path);
  const remade = new Set(recorded.filter(isAffected).flatMap(({ objects }) => objects));
  const objects = sortNewestFirst(recorded).filter(
    (object) => remade.has(object) || vanished.includes(object),
  );
  await dropAll(client, objects);
  await runAll(client, affected);
  await refuseOverloads(client, affected);
}

/** Returns the objects that a file used to create and that no file creates anymore. */
function findVanishedObjects(all: readonly Definition[], recorded: readonly RecordedDefinition[]): string[] {
  const present = new Set(all.flatMap(({ objects }) => objects));
  return sortNewestFirst(recorded).filter((object) => !present.has(object));
}

/**
 * Returns all recorded objects in the reverse order of their creation, so that an object is dropped before the
 * objects that it refers to.
 */
function sortNewestFirst(recorded: readonly RecordedDefinition[]): string[] {
  const inOrder = [...recorded].sort((a, b) => a.position - b.position);
  return inOrder.flatMap(({ objects }) => objects).reverse();
}

async function runAll(client: pg.ClientBase, definitions: readonly Definition[]): Promise<void> {
  for (const { path, text } of definitions)
    await client.query(text).catch((error: unknown) => {
      if (NOT_REPLACEABLE.has(getSqlState(error) ?? "")) throw error;
      throw new Error(`failed to apply server/sql/${path}`, { cause: error });
    });
}

async function dropAll(client: pg.ClientBase, objects: readonly string[]): Promise<void> {
  for (const object of objects) await client.query(`DROP ${object.replace(" ", " IF EXISTS ")}`);
}

class OverloadError extends Error {}

/**
 * Throws for a function with changed arguments: it would be created in addition to the old function, which old callers
 * would still reach.
 */
async function refuseOverloads(client: pg.ClientBase, definitions: readonly Definition[]): Promise<void> {
  const names = definitions.flatMap(({ objects }) => objects.map((object) => object.split(" ")[1]));
  const { rows } = await client.query<{ name: string }>(
    `SELECT proname AS name FROM pg_proc
     WHERE pronamespace = current_schema()::regnamespace AND proname = ANY ($1)
     GROUP BY proname HAVING count(*) > 1`,
    [names],
  );
  if (rows.length > 0) throw new OverloadError(`several functions are named ${rows[0]?.name}`);
}

function getSqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
