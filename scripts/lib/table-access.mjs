import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "./command.mjs";
import { resolveFromRoot } from "./root.mjs";

/**
 * @typedef {"read" | "write"} Access
 * @typedef {{ module: string, access: Access, table: string, file: string }} Use
 * @typedef {{ module: string, access: Access, tables: string[], reason: string }} Exception
 */

/** Matches a name with or without quotes and schema, such as `runs`, `public.runs` or `"public"."runs"`. */
const NAME = String.raw`(?:"?\w+"?\s*\.\s*)?"?(\w+)"?`;
const TABLE = String.raw`\s+(?:ONLY\s+)?${NAME}`;
const SQL_WRITE = new RegExp(
  String.raw`\b(?:INSERT\s+INTO|MERGE\s+INTO|DELETE\s+FROM|TRUNCATE(?:\s+TABLE)?|UPDATE|LOCK\s+TABLE|COPY)${TABLE}`,
  "gi",
);
const SQL_READ = new RegExp(String.raw`\b(?<!DELETE\s)(?:FROM|JOIN|USING|TABLE)${TABLE}`, "gi");
/**
 * Matches a table after a comma. The text after it (an alias that is used, or a clause) distinguishes the table from a
 * column with the same name.
 */
const LISTED_TABLE = new RegExp(
  String.raw`,\s*(?:LATERAL\s+)?(?:ONLY\s+)?${NAME}\s+(?:AS\s+)?"?(\w+)"?`,
  "gi",
);
const CLAUSE = /^(?:WHERE|JOIN|LEFT|RIGHT|FULL|INNER|CROSS|NATURAL)$/i;
const COMMON_TABLE =
  /(?:\bWITH(?:\s+RECURSIVE)?|[,)])\s+"?(\w+)"?\s*(?:\([^()]*\)\s*)?AS\s+(?:NOT\s+)?(?:MATERIALIZED\s+)?\(/gi;
const STARRED_VIEW = /\bVIEW\s+(\w+)\b[^;]*?(?:\bSELECT\s+|,\s*|\.)\*/gi;
const QUOTED = "[\"'`]";
const BUILDER_NAME = String.raw`\(\s*\[?\s*${QUOTED}(?:\w+\.)?(\w+)`;
const BUILDER_WRITE = new RegExp(
  String.raw`\b(?:insertInto|updateTable|deleteFrom|mergeInto)${BUILDER_NAME}`,
  "g",
);
const BUILDER_READ = new RegExp(
  String.raw`\b(?:selectFrom|(?:inner|left|right|full|cross)Join(?:Lateral)?|using|from|table)${BUILDER_NAME}`,
  "g",
);

/** Checks that only a table's owner writes it, and that other modules read it through the owner's views. */
export async function checkTableAccess() {
  const owners = readOwners();
  const exceptions = readExceptions();
  const uses = listUses(owners);
  const problems = [...findProblems(uses, owners, exceptions), ...listNamingProblems(owners)];
  if (problems.length > 0)
    throw new CommandError(
      "a module accesses another module's table. Use the owner's views and functions, or add an exception",
      problems.join("\n"),
    );
  const count = (/** @type {Access} */ access) =>
    exceptions.filter((each) => each.access === access).reduce((sum, { tables }) => sum + tables.length, 0);
  const shared = new Set(
    uses
      .filter(({ access, module, table }) => access === "write" && owners.get(table) !== module)
      .map(({ table }) => table),
  );
  return `${owners.size} tables, ${shared.size} written by several modules; exceptions: ${count("write")} writes, ${count("read")} reads`;
}

/**
 * Returns uses of other modules' tables that no exception allows, and exceptions that are no longer needed.
 * @param {readonly Use[]} uses
 * @param {ReadonlyMap<string, string>} owners
 * @param {readonly Exception[]} exceptions
 */
export function findProblems(uses, owners, exceptions) {
  const foreign = uses.filter(({ module, table }) => owners.get(table) !== module);
  const forbidden = foreign
    .filter((use) => !exceptions.some((each) => matches(each, use) && each.tables.includes(use.table)))
    .map(
      ({ file, module, access, table }) =>
        `${file}: ${module} must not ${access} ${table}, which belongs to ${owners.get(table)}`,
    );
  const unneeded = exceptions.flatMap((each) =>
    each.tables
      .filter((table) => !foreign.some((use) => matches(each, use) && use.table === table))
      .map(
        (table) =>
          `server/sql/table-exceptions.json: unused exception: ${each.module} does not ${each.access} ${table}`,
      ),
  );
  return [...new Set([...forbidden, ...unneeded])];
}

/** @param {Exception} exception @param {Use} use */
function matches(exception, use) {
  return exception.module === use.module && exception.access === use.access;
}

/** Returns the module that owns each table. */
function readOwners() {
  /** @type {Record<string, string[]>} */
  const modules = JSON.parse(readFileSync(resolveFromRoot("server/sql/owners.json"), "utf8"));
  /** @type {Map<string, string>} */
  const owners = new Map();
  for (const [module, tables] of Object.entries(modules))
    for (const table of tables) {
      const other = owners.get(table);
      if (other !== undefined) throw new Error(`${table} has two owners: ${other} and ${module}`);
      owners.set(table, module);
    }
  return owners;
}

/** @returns {Exception[]} */
function readExceptions() {
  return JSON.parse(readFileSync(resolveFromRoot("server/sql/table-exceptions.json"), "utf8"));
}

/**
 * Lists which module reads and writes which table, according to the SQL in server/sql and the statements in TypeScript.
 * @param {ReadonlyMap<string, string>} tables
 * @returns {Use[]}
 */
export function listUses(tables) {
  return listFiles().flatMap((file) => findUses(file, readFileSync(resolveFromRoot(file), "utf8"), tables));
}

/** @param {ReadonlyMap<string, string>} tables */
function listNamingProblems(tables) {
  return listFiles().flatMap((file) =>
    findNamingProblems(file, readFileSync(resolveFromRoot(file), "utf8"), tables),
  );
}

/**
 * Lists the tables that a file's statements read and write. Names of views are not listed.
 * @param {string} file below the repository
 * @param {string} text
 * @param {ReadonlyMap<string, string>} tables
 * @returns {Use[]}
 */
export function findUses(file, text, tables) {
  const code = removeComments(text, file);
  const module = getModule(file);
  const toUses = (/** @type {Access} */ access, /** @type {string[]} */ names) =>
    names.filter((table) => tables.has(table)).map((table) => ({ module, access, table, file }));
  return [
    ...toUses("write", [...findNames(code, SQL_WRITE), ...findNames(code, BUILDER_WRITE)]),
    ...toUses("read", [...findRead(code), ...findNames(code, BUILDER_READ)]),
  ];
}

/**
 * Lists views that do not name their columns. Also lists common table expressions with the name of a table, because it
 * would be unclear which of the two a statement reads.
 * @param {string} file
 * @param {string} text
 * @param {ReadonlyMap<string, string>} tables
 */
export function findNamingProblems(file, text, tables) {
  const code = removeComments(text, file);
  const shadowed = findNames(code, COMMON_TABLE).filter((name) => tables.has(name));
  return [
    ...shadowed.map((name) => `${file}: a common table expression has the same name as the table ${name}`),
    ...findNames(code, STARRED_VIEW).map((name) => `${file}: the view ${name} must list its columns`),
  ];
}

/** @param {string} code @param {RegExp} pattern */
function findNames(code, pattern) {
  return [...code.matchAll(pattern)].map(([, name = ""]) => name.toLowerCase());
}

/**
 * Returns the tables that follow FROM, JOIN and USING, and further tables after commas.
 * @param {string} code
 */
function findRead(code) {
  const listed = [...code.matchAll(LISTED_TABLE)]
    .filter(([, , next = ""]) => CLAUSE.test(next) || new RegExp(String.raw`\b${next}\.`).test(code))
    .map(([, name = ""]) => name.toLowerCase());
  return [...findNames(code, SQL_READ), ...listed];
}

/** @param {string} file */
function getModule(file) {
  const [, , area = "", module = ""] = file.split("/");
  if (file.startsWith("server/sql/")) return area === "defaults" ? "platform" : area;
  return area === "modules" ? module : area;
}

/** @returns {string[]} */
function listFiles() {
  const isChecked = (/** @type {string} */ name) =>
    /\.(ts|sql)$/.test(name) && !/\.(test|fixture|gen)\.ts$|\/evaluation\//.test(name);
  return ["server/src", "server/sql"].flatMap((folder) =>
    readdirSync(resolveFromRoot(folder), { recursive: true, encoding: "utf8" })
      .filter(isChecked)
      .map((name) => join(folder, name)),
  );
}

/** @param {string} text @param {string} file */
function removeComments(text, file) {
  return file.endsWith(".sql")
    ? text.replace(/\/\*[\s\S]*?\*\/|--[^\n]*/g, "")
    : text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/[^\n]*|(?<=\s)--\s[^\n]*/gm, "");
}
