import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Folders with installed or generated files, at any depth. */
const NOT_OURS = new Set([
  "node_modules",
  "dist",
  "coverage",
  "test-results",
  "__pycache__",
  ".pytest_cache",
  ".git",
  ".cache",
  ".stoa",
]);

const TEXT = /\.(?:[cm]?[jt]sx?|py|sql|md|css|html|json|toml|txt|svg)$|^\.ci\/run$/;

/** Matches generated files, whose text is checked in their sources. */
const GENERATED =
  /\.gen\.tsx?$|^package-lock\.json$|^contract\/(?:openapi\.json|examples\/|declarative-agent\.schema\.json)|^docs\/stoa\.models\.schema\.json$|^server\/migrations\/schema\.sql$|^sdks\/python\/src\/stoa_sdk\/(?:api_types|sync|runs_sync)[a-z_]*\.py$|\.tsbuildinfo$/;

/**
 * @typedef {object} RepositoryText
 * @property {string} path relative to the repository, with forward slashes
 * @property {string} text
 */

/**
 * Reads every text file in the repository that people write.
 * @param {string} root the folder of the repository
 * @returns {RepositoryText[]} in the order of their paths
 */
export function readRepositoryTexts(root) {
  return listFiles(root)
    .filter((path) => TEXT.test(path) && !GENERATED.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/**
 * Lists every file of the repository, including files that are not text.
 * @param {string} root
 * @param {string} [folder]
 * @returns {string[]}
 */
export function listFiles(root, folder = "") {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !NOT_OURS.has(name) && !name.startsWith("dist-"))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? listFiles(root, path) : entry.isFile() ? [path] : [];
    });
}

/**
 * Returns the line number of a position in `text`, counted from 1.
 * @param {string} text
 * @param {number} position
 */
export function getLine(text, position) {
  return text.slice(0, position).split("\n").length;
}
