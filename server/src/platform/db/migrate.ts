import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Kysely, type Migration, type MigrationProvider, Migrator, PostgresDialect, sql } from "kysely";
import pg from "pg";

/** Numbered SQL files, applied in the order of their names; append-only. */
class SqlFiles implements MigrationProvider {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async getMigrations(): Promise<Record<string, Migration>> {
    const names = await listMigrationFiles(this.#directory);
    const entries = names.map(async (name): Promise<[string, Migration]> => {
      const text = await readFile(join(this.#directory, `${name}.sql`), "utf8");
      return [name, { up: async (db) => void (await sql.raw(text).execute(db)) }];
    });
    return Object.fromEntries(await Promise.all(entries));
  }
}

/** The names of the migrations that a folder holds, in order. */
export async function listMigrationFiles(directory: string): Promise<string[]> {
  const files = (await readdir(directory)).filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name));
  return files.map((name) => name.replace(/\.sql$/, "")).sort();
}

/**
 * Brings a database up to date, or as far as the migration `last`, one node at a time (an advisory lock is held
 * meanwhile).
 * @returns the names of the migrations applied now.
 * @throws when a migration fails (all of this call's are rolled back), or when the database has been migrated
 *   by newer code than this.
 */
export async function migrate(url: string, directory: string, last?: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({ db, provider: new SqlFiles(directory), allowUnorderedMigrations: false });
    const { error, results } = await (last === undefined
      ? migrator.migrateToLatest()
      : migrator.migrateTo(last));
    if (error !== undefined) {
      const failed = results?.find((result) => result.status === "Error")?.migrationName;
      throw new Error(
        failed ? `migration ${failed} failed` : "the database does not fit this version of Stoa",
        {
          cause: error,
        },
      );
    }
    return (results ?? []).map((result) => result.migrationName);
  } finally {
    await db.destroy();
  }
}
