import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "./command.mjs";
import { inRoot } from "./root.mjs";

/**
 * @typedef {"read" | "write"} Access
 * @typedef {{ module: string, access: Access, table: string, file: string }} Use
 * @typedef {{ module: string, access: Access, tables: string[], reason: string }} Exception
 */

const TABLE = String.raw`\s+(?:ONLY\s+)?"?(\w+)`;
const SQL_WRITE = new RegExp(
  String.raw`\b(?:INSERT\s+INTO|MERGE\s+INTO|DELETE\s+FROM|TRUNCATE|UPDATE|LOCK\s+TABLE)${TABLE}`,
  "g",
);
const SQL_READ = new RegExp(String.raw`\b(?<!DELETE\s)(?:FROM|JOIN|USING)${TABLE}`, "g");
const BUILDER_WRITE = /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*"(\w+)/g;
const BUILDER_READ = /\b(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|using|from)\(\s*"(\w+)/g;

/** Checks that only a table's module writes it, and that others read it through the owner's views. */
export async function checkTableAccess() {
  const owners = readOwners();
  const exceptions = readExceptions();
  const uses = listUses(owners);
  const problems = findProblems(uses, owners, exceptions);
  if (problems.length > 0) throw new CommandError("a module uses a table of another", problems.join("\n"));
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
 * Returns uses of other modules' tables that no exception allows, and exceptions that nothing needs any more.
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
      .map((table) => `server/sql/table-exceptions.json: ${each.module} does not ${each.access} ${table}`),
  );
  return [...new Set([...forbidden, ...unneeded])];
}

/** @param {Exception} exception @param {Use} use */
function matches(exception, use) {
  return exception.module === use.module && exception.access === use.access;
}

/** Returns which module owns each table. */
function readOwners() {
  /** @type {Record<string, string[]>} */
  const modules = JSON.parse(readFileSync(inRoot("server/sql/owners.json"), "utf8"));
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
  return JSON.parse(readFileSync(inRoot("server/sql/table-exceptions.json"), "utf8"));
}

/**
 * Lists which module reads and writes which table, by the SQL of server/sql and the statements in TypeScript.
 * @param {ReadonlyMap<string, string>} tables
 * @returns {Use[]}
 */
export function listUses(tables) {
  const files = ["server/src", "server/sql"].flatMap(listFiles);
  return files.flatMap((file) => findUses(file, readFileSync(inRoot(file), "utf8"), tables));
}

/**
 * @param {string} file below the repository
 * @param {string} text
 * @param {ReadonlyMap<string, string>} tables
 * @returns {Use[]}
 */
export function findUses(file, text, tables) {
  const code = withoutComments(text, file);
  const module = moduleOf(file);
  const find = (/** @type {Access} */ access, /** @type {RegExp[]} */ patterns) =>
    patterns
      .flatMap((pattern) => [...code.matchAll(pattern)].map(([, table = ""]) => table))
      .filter((table) => tables.has(table))
      .map((table) => ({ module, access, table, file }));
  return [...find("write", [SQL_WRITE, BUILDER_WRITE]), ...find("read", [SQL_READ, BUILDER_READ])];
}

/** @param {string} file */
function moduleOf(file) {
  const [, , area = "", module = ""] = file.split("/");
  if (file.startsWith("server/sql/")) return area === "defaults" ? "platform" : area;
  return area === "modules" ? module : area;
}

/** @param {string} folder @returns {string[]} */
function listFiles(folder) {
  const names = readdirSync(inRoot(folder), { recursive: true, encoding: "utf8" });
  const isChecked = (/** @type {string} */ name) =>
    /\.(ts|sql)$/.test(name) && !/\.(test|fixture|gen)\.ts$|\/evaluation\//.test(name);
  return names.filter(isChecked).map((name) => join(folder, name));
}

/** @param {string} text @param {string} file */
function withoutComments(text, file) {
  return file.endsWith(".sql")
    ? text.replace(/--[^\n]*/g, "")
    : text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/[^\n]*|(?<=\s)--\s[^\n]*/gm, "");
}
