import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Returns Kysely's types for all tables, which kysely-codegen reads from the database. */
export async function generateTableTypes(url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "stoa-codegen-"));
  const file = join(folder, "schema.ts");
  const package_ = createRequire(import.meta.url).resolve("kysely-codegen/package.json");
  try {
    await run(process.execPath, [
      join(dirname(package_), "dist/cli/bin.js"),
      ...["--dialect", "postgres", "--url", url, "--out-file", file],
      ...["--numeric-parser", "string", "--date-parser", "string", "--log-level", "error"],
      ...["--exclude-pattern", "(kysely_migration*|sql_definitions)"],
      ...["--overrides", JSON.stringify({ columns: {} })],
    ]);
    return withBigints(await readFile(file, "utf8"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the types with bigint for int8, because our pool parses it to bigint (platform/db/database.ts). The generator
 * assumes a string, which is pg's default.
 */
function withBigints(text: string): string {
  return text.replace(
    /export type Int8 = [^;]+;/,
    "export type Int8 = ColumnType<bigint, bigint | number, bigint | number>;",
  );
}
