import pg from "pg";
import { type Definition, withDependents } from "./definitions.ts";
import type { RecordedDefinition } from "./schema-state.ts";

/** What PostgreSQL answers when a function or view cannot be replaced as it is, or something still depends on it. */
const NOT_REPLACEABLE = new Set(["42P13", "42P16", "2BP01"]);

/**
 * Brings functions, views and triggers to what the files say, within the caller's transaction. Only files that changed
 * are applied, with CREATE OR REPLACE. What is no longer in any file is dropped. If PostgreSQL cannot replace something,
 * because its arguments, result or columns have changed, it is dropped and made anew together with all that names it.
 * @param all every definition, in the order in which they are applied
 * @param changed those that are applied now
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
    await dropAll(client, vanishedObjects(all, recorded));
    await refuseOverloads(client, changed);
    await client.query("RELEASE SAVEPOINT definitions");
  } catch (error) {
    const isExpected = error instanceof OverloadError || NOT_REPLACEABLE.has(sqlStateOf(error) ?? "");
    if (!isExpected) throw error;
    await client.query("ROLLBACK TO SAVEPOINT definitions");
    await rebuild(client, all, changed, recorded);
  }
}

/** Drops changed definitions and all that name them, and makes them anew. */
async function rebuild(
  client: pg.ClientBase,
  all: readonly Definition[],
  changed: readonly Definition[],
  recorded: readonly RecordedDefinition[],
): Promise<void> {
  const vanished = vanishedObjects(all, recorded);
  const affected = withDependents(all, new Set(changed.map(({ path }) => path)), vanished);
  const paths = new Set(affected.map(({ path }) => path));
  const isAffected = (each: RecordedDefinition) => paths.has(each.path);
  const remade = new Set(recorded.filter(isAffected).flatMap(({ objects }) => objects));
  const objects = newestFirst(recorded).filter((object) => remade.has(object) || vanished.includes(object));
  await dropAll(client, objects);
  await runAll(client, affected);
  await refuseOverloads(client, affected);
}

/** Objects that a file once made and no file makes now. */
function vanishedObjects(all: readonly Definition[], recorded: readonly RecordedDefinition[]): string[] {
  const present = new Set(all.flatMap(({ objects }) => objects));
  return newestFirst(recorded).filter((object) => !present.has(object));
}

/** All recorded objects against the order in which they were made, so that what names another goes before it. */
function newestFirst(recorded: readonly RecordedDefinition[]): string[] {
  const inOrder = [...recorded].sort((a, b) => a.position - b.position);
  return inOrder.flatMap(({ objects }) => objects).reverse();
}

async function runAll(client: pg.ClientBase, definitions: readonly Definition[]): Promise<void> {
  for (const { path, text } of definitions)
    await client.query(text).catch((error: unknown) => {
      if (NOT_REPLACEABLE.has(sqlStateOf(error) ?? "")) throw error;
      throw new Error(`server/sql/${path} cannot be applied`, { cause: error });
    });
}

async function dropAll(client: pg.ClientBase, objects: readonly string[]): Promise<void> {
  for (const object of objects) await client.query(`DROP ${object.replace(" ", " IF EXISTS ")}`);
}

class OverloadError extends Error {}

/** A changed list of arguments makes a second function beside the first, and old callers would reach the old one. */
async function refuseOverloads(client: pg.ClientBase, definitions: readonly Definition[]): Promise<void> {
  const names = definitions.flatMap(({ objects }) => objects.map((object) => object.split(" ")[1]));
  const { rows } = await client.query<{ name: string }>(
    `SELECT proname AS name FROM pg_proc
     WHERE pronamespace = current_schema()::regnamespace AND proname = ANY ($1)
     GROUP BY proname HAVING count(*) > 1`,
    [names],
  );
  if (rows.length > 0) throw new OverloadError(`there are several functions ${rows[0]?.name}`);
}

function sqlStateOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
