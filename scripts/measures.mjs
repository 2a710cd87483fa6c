import {
  findLongFunctions,
  findNamesWithSeveralMeanings,
  findSingleImporters,
  findSqlDefinedTwice,
  getPercentile,
  isTest,
  measureFolders,
  readSources,
  SMALL_FILE_LINES,
} from "./lib/code-measures.mjs";
import { checkPlainLanguage } from "./lib/plain-language.mjs";
import { requireNode } from "./lib/require-node.mjs";
import { ROOT, resolveFromRoot } from "./lib/root.mjs";
import { checkTableAccess } from "./lib/table-access.mjs";

requireNode();

// Whether to print the files and names behind each figure. `npm run measures` prints the code's structure in figures,
// and `-- --list` adds this list.
const showsList = process.argv.includes("--list");

/**
 * @param {string} title
 * @param {readonly string[]} found
 */
function print(title, found) {
  console.log(`${String(found.length).padStart(6)}  ${title}`);
  if (showsList) for (const each of found) console.log(`          ${each}`);
}

const folders = [...measureFolders(ROOT)].sort(([a], [b]) => (a < b ? -1 : 1));
console.log(
  "folder".padEnd(38),
  "files".padStart(6),
  "lines".padStart(7),
  "tests".padStart(6),
  "lines".padStart(7),
);
for (const [folder, { files, lines, tests, testLines }] of folders)
  console.log(
    folder.padEnd(38),
    String(files).padStart(6),
    String(lines).padStart(7),
    String(tests).padStart(6),
    String(testLines).padStart(7),
  );
/** @param {"files" | "lines" | "tests" | "testLines"} key */
const sum = (key) => folders.reduce((total, [, figures]) => total + figures[key], 0);
console.log(
  "all".padEnd(38),
  String(sum("files")).padStart(6),
  String(sum("lines")).padStart(7),
  String(sum("tests")).padStart(6),
  String(sum("testLines")).padStart(7),
);
console.log();

const sources = readSources(ROOT);
const product = sources.filter(({ path }) => !isTest(path));
const sizes = product.map(({ lines }) => lines);
console.log(
  `TypeScript files that ship: ${sizes.length}, median ${getPercentile(sizes, 0.5)} lines, 90th percentile ${getPercentile(sizes, 0.9)}, longest ${Math.max(...sizes)}`,
);
const { single, mergeable } = findSingleImporters(sources);
console.log(`${String(single.length).padStart(6)}  files with one importer`);
console.log(
  `${String(sizes.filter((lines) => lines <= SMALL_FILE_LINES).length).padStart(6)}  files of ${SMALL_FILE_LINES} lines or fewer`,
);
print(
  "of these have one importer, in the same folder, and no test of their own",
  mergeable.map(({ path, lines }) => `${path} (${lines})`),
);
print(
  "exported type names with several meanings",
  findNamesWithSeveralMeanings(sources).map(({ name, paths }) => `${name}: ${paths.join(", ")}`),
);
print(
  "functions of more than 80 lines",
  findLongFunctions(sources).map(({ name, path, lines }) => `${name} in ${path}: ${lines}`),
);
print("SQL functions or views defined twice", findSqlDefinedTwice(resolveFromRoot("server", "sql")));
console.log(`        ${await checkTableAccess()}`);
console.log(`        plain language: ${await checkPlainLanguage()}`);
