import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import { CommandError } from "./command.mjs";
import { readRepositoryTexts } from "./repository-texts.mjs";
import { ROOT } from "./root.mjs";

/**
 * @typedef {object} SourceFile
 * @property {string} path
 * @property {number} lines
 * @property {ts.SourceFile} tree
 * @property {string[]} imports the paths that it imports by a relative path
 */

/** @typedef {{ name: string, path: string, lines: number }} FunctionLength */

/** Folders whose subfolders are listed separately, because each subfolder has its own subject. */
const SPLIT_FOLDERS = [
  "server/src/modules",
  "web/src/features",
  "workflow",
  "runtime",
  "server/src",
  "web/src",
];
const CODE = /\.(?:tsx?|mjs|py|sql|css)$/;
const TEST = /\.(?:test|e2e|fixture)\.[a-z]+$|(?:^|\/)(?:tests?|testing|bench)\/|\/test_\w+\.py$/;

/** The maximum number of lines of a file that may belong in its only importer. */
const SMALL_FILE_LINES = 40;
const LONGEST_FUNCTION_LINES = 80;
const LONGEST_FILE_LINES = 400;

/** @param {string} path */
const isTest = (path) => TEST.test(path);

/** @param {string} text */
const countLines = (text) => text.split("\n").length - (text.endsWith("\n") ? 1 : 0);

/**
 * Returns the folder to which a file's figures are added.
 * @param {string} path
 */
export function getReportFolder(path) {
  const parent = SPLIT_FOLDERS.find((folder) => path.startsWith(`${folder}/`));
  const depth = (parent === undefined ? 0 : parent.split("/").length) + 1;
  return path
    .split("/")
    .slice(0, depth)
    .join("/")
    .replace(/\/[^/]+\.\w+$/, "");
}

/**
 * Counts the files and lines of code in each folder of the report, and separately those of tests. Excludes generated
 * files.
 * @param {string} root
 */
export function measureFolders(root) {
  /** @type {Map<string, { files: number, lines: number, tests: number, testLines: number }>} */
  const folders = new Map();
  for (const { path, text } of readRepositoryTexts(root)) {
    if (!CODE.test(path)) continue;
    const folder = folders.get(getReportFolder(path)) ?? { files: 0, lines: 0, tests: 0, testLines: 0 };
    folders.set(getReportFolder(path), folder);
    if (isTest(path)) {
      folder.tests += 1;
      folder.testLines += countLines(text);
    } else {
      folder.files += 1;
      folder.lines += countLines(text);
    }
  }
  return folders;
}

/**
 * Reads the TypeScript that ships, and the tests next to it.
 * @param {string} root
 * @returns {SourceFile[]}
 */
export function readSources(root) {
  const texts = readRepositoryTexts(root).filter(
    ({ path }) =>
      /\.tsx?$/.test(path) && !path.endsWith(".d.ts") && !/^(?:scripts|tests|bench)\/|config\.ts$/.test(path),
  );
  return texts.map(({ path, text }) => ({
    path,
    lines: countLines(text),
    tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true),
    imports: ts
      .preProcessFile(text)
      .importedFiles.map(({ fileName }) => fileName)
      .filter((name) => name.startsWith("."))
      .map((name) => normalize(join(dirname(path), name))),
  }));
}

/**
 * Returns the files of the product that, apart from tests, only one other file imports. Also returns which of these
 * files could become part of their importer, because they are small, in the same folder and without a test of their
 * own.
 * @param {readonly SourceFile[]} sources
 */
export function findSingleImporters(sources) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const { path, imports } of sources)
    if (!isTest(path))
      for (const imported of new Set(imports))
        importers.set(imported, [...(importers.get(imported) ?? []), path]);
  const known = new Set(sources.map(({ path }) => path));
  const single = sources.filter(({ path }) => !isTest(path) && importers.get(path)?.length === 1);
  const mergeable = single.filter(({ path, lines }) => {
    const importer = importers.get(path)?.[0] ?? "";
    const stem = path.replace(/\.tsx?$/, "");
    const hasTest = [...known].some((other) => other.startsWith(`${stem}.`) && isTest(other));
    return (
      lines <= SMALL_FILE_LINES &&
      dirname(importer) === dirname(path) &&
      !importer.endsWith("/index.ts") &&
      !hasTest
    );
  });
  return { single, mergeable };
}

/**
 * Returns the names of exported types that several files declare independently of each other.
 * @param {readonly SourceFile[]} sources
 */
export function findNamesWithSeveralMeanings(sources) {
  /** @type {Map<string, Set<string>>} */
  const declared = new Map();
  for (const { path, tree } of sources) {
    if (isTest(path)) continue;
    for (const statement of tree.statements) {
      const isType =
        ts.isInterfaceDeclaration(statement) ||
        ts.isTypeAliasDeclaration(statement) ||
        ts.isClassDeclaration(statement);
      if (!isType || statement.name === undefined) continue;
      if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
      const paths = declared.get(statement.name.text) ?? new Set();
      declared.set(statement.name.text, paths.add(path));
    }
  }
  return [...declared]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => ({ name, paths: [...paths] }));
}

/**
 * Returns the functions that are too long, the longest first. Tests may be longer.
 * @param {readonly SourceFile[]} sources
 * @returns {FunctionLength[]}
 */
export function findLongFunctions(sources) {
  /** @type {FunctionLength[]} */
  const found = [];
  for (const { path, tree } of sources) {
    if (isTest(path)) continue;
    /** @param {ts.Node} node */
    const visit = (node) => {
      if (ts.isFunctionLike(node) && "body" in node && node.body) {
        const [first, last] = [node.getStart(tree), node.end].map(
          (at) => tree.getLineAndCharacterOfPosition(at).line,
        );
        const lines = (last ?? 0) - (first ?? 0) + 1;
        if (lines > LONGEST_FUNCTION_LINES) found.push({ name: getFunctionName(node), path, lines });
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  return found.sort((a, b) => b.lines - a.lines);
}

/**
 * Returns the source files that are too long, the longest first. Documents and data may be longer.
 * @param {readonly import("./repository-texts.mjs").RepositoryText[]} texts
 * @returns {{ path: string, lines: number }[]}
 */
export function findLongFiles(texts) {
  return texts
    .filter(({ path }) => CODE.test(path))
    .map(({ path, text }) => ({ path, lines: countLines(text) }))
    .filter(({ lines }) => lines > LONGEST_FILE_LINES)
    .sort((a, b) => b.lines - a.lines);
}

/**
 * Checks the length of every source file that people write, and of every function that ships.
 * @returns {Promise<string>} a summary of the check
 * @throws CommandError with a line for each finding
 */
export async function checkSizes() {
  const texts = readRepositoryTexts(ROOT).filter(({ path }) => CODE.test(path));
  const files = findLongFiles(texts).map(({ path, lines }) => `${path}: ${lines} lines`);
  const functions = findLongFunctions(readSources(ROOT)).map(
    ({ name, path, lines }) => `${path}: ${name} has ${lines} lines`,
  );
  const bounds = `files of at most ${LONGEST_FILE_LINES} lines, functions of at most ${LONGEST_FUNCTION_LINES}`;
  if (files.length + functions.length === 0) return `${texts.length} ${bounds}`;
  throw new CommandError(
    `Some files or functions are too long. Allowed: ${bounds}. Divide each of these by subject`,
    [...files, ...functions].join("\n"),
  );
}

/** @param {ts.SignatureDeclaration} node */
function getFunctionName(node) {
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
  return named?.getText() ?? "(anonymous)";
}

/**
 * Returns the SQL functions and views that more than one file defines.
 * @param {string} folder the folder of the SQL files, with a folder per module
 */
export function findSqlDefinedTwice(folder) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((each) =>
    each.endsWith(".sql"),
  ))
    for (const [, defined = ""] of readFileSync(join(folder, name), "utf8").matchAll(
      /^CREATE (?:OR REPLACE )?(?:FUNCTION|VIEW) (\w+)/gm,
    ))
      counts.set(defined, (counts.get(defined) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 1).map(([name]) => name);
}

/**
 * Returns the value below which the given share of the numbers lies.
 * @param {readonly number[]} numbers
 * @param {number} share from 0 to 1
 */
export function getPercentile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

export { isTest, SMALL_FILE_LINES };
