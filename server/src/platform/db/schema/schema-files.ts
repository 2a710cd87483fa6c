import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { DefinitionFile } from "./definitions.ts";

/** A numbered file that creates or changes tables. It is applied once and never edited afterward. */
export interface Migration {
  readonly name: string;
  readonly text: string;
}

/** The complete schema of this version of Stoa. */
export interface SchemaFiles {
  /** The migrations in the order of application. */
  readonly migrations: readonly Migration[];
  readonly definitions: readonly DefinitionFile[];
  /**
   * Increases with every change of a definition, so that an older server can tell that a newer server has used the
   * database.
   */
  readonly revision: number;
}

const MIGRATION_FILE = /^(\d{4})_[a-z_]+\.sql$/;
const Revision = z.strictObject({ revision: z.int().min(1), sha256: z.string() });

/** Reads the migrations and definitions in the server's folder. Throws if two migrations have the same number. */
export function readSchemaFiles(serverFolder: string): SchemaFiles {
  const sql = join(serverFolder, "sql");
  return {
    migrations: readMigrations(join(serverFolder, "migrations")),
    definitions: readDefinitions(sql),
    revision: readRevision(sql).revision,
  };
}

/**
 * Returns how often the definitions have changed, and the digest of the definitions after the last
 * change.
 */
export function readRevision(sqlFolder: string): z.infer<typeof Revision> {
  return Revision.parse(JSON.parse(readFileSync(join(sqlFolder, "revision.json"), "utf8")));
}

/** Returns one digest of all definitions. `revision.json` records it. */
export function digestDefinitions(definitions: readonly DefinitionFile[]): string {
  return digest(definitions.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join(""));
}

/** Returns the definitions in a folder, ordered by path. */
export function readDefinitions(sqlFolder: string): DefinitionFile[] {
  const modules = readdirSync(sqlFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const paths = modules.flatMap(({ name }) =>
    readdirSync(join(sqlFolder, name)).map((file) => `${name}/${file}`),
  );
  return paths.sort().map((path) => {
    const text = readFileSync(join(sqlFolder, path), "utf8");
    return { path, text, sha256: digest(text) };
  });
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => MIGRATION_FILE.test(name))
    .sort();
  for (const [index, name] of names.entries())
    if (names[index - 1]?.slice(0, 4) === name.slice(0, 4))
      throw new Error(`two migrations have the same number: ${names[index - 1]} and ${name}`);
  return names.map((name) => ({
    name: name.replace(/\.sql$/, ""),
    text: readFileSync(join(folder, name), "utf8"),
  }));
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
