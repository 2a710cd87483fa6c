import { readFileSync } from "node:fs";
import { CommandError } from "./command.mjs";
import { getLine, listFiles, readRepositoryTexts } from "./repository-texts.mjs";
import { ROOT, resolveFromRoot } from "./root.mjs";

/**
 * A phrase that we do not write. `pattern` is a regular expression, matched without case; a space in it also matches a
 * line break inside a comment. `instead` says what to write. `except` are texts around the phrase that are right, such
 * as a product's own name for a thing. `in` limits the phrase to paths that match; `names` applies it to paths as well.
 * @typedef {{ pattern: string, instead: string, except?: string[], in?: string, names?: boolean }} Phrase
 */

/** @typedef {{ path: string, line: number, found: string, instead: string }} Finding */

/**
 * Matches the space between two words: blanks, or a line break in a comment or document with the prefix of the next
 * line.
 */
const GAP = "(?:[ \\t]+|[ \\t]*\\r?\\n[ \\t]*(?:(?:\\*|//|--|#+|>)[ \\t]*)?)";

/** Files that contain the phrases in order to forbid or test them. */
const NOT_READ = /^scripts\/lib\/plain-language(?:\.test)?\.(?:json|mjs)$/;

/** @returns {Phrase[]} */
export function readPhrases() {
  return JSON.parse(readFileSync(resolveFromRoot("scripts/lib/plain-language.json"), "utf8")).phrases;
}

/**
 * Finds the phrases in texts and in the paths of files.
 * @param {readonly Phrase[]} phrases
 * @param {readonly import("./repository-texts.mjs").RepositoryText[]} texts
 * @param {readonly string[]} paths of all files, also those without a text
 * @returns {Finding[]}
 */
export function findPhrases(phrases, texts, paths) {
  return phrases.flatMap((phrase) => {
    const pattern = new RegExp(phrase.pattern.replaceAll(" ", GAP), "gi");
    const only = phrase.in === undefined ? undefined : new RegExp(phrase.in);
    const inTexts = texts
      .filter(({ path }) => !NOT_READ.test(path) && (only?.test(path) ?? true))
      .flatMap(({ path, text }) =>
        [...text.matchAll(pattern)]
          .filter((match) => !isException(phrase, text, match))
          .map((match) => ({
            path,
            line: getLine(text, match.index),
            found: match[0],
            instead: phrase.instead,
          })),
      );
    if (!phrase.names) return inTexts;
    const name = new RegExp(phrase.pattern.replaceAll(" ", "[-_ ]"), "i");
    const inPaths = paths
      .filter((path) => name.test(path))
      .map((path) => ({ path, line: 0, found: name.exec(path)?.[0] ?? "", instead: phrase.instead }));
    return [...inTexts, ...inPaths];
  });
}

/**
 * @param {Phrase} phrase
 * @param {string} text
 * @param {RegExpExecArray} match
 */
function isException(phrase, text, match) {
  return (phrase.except ?? []).some((allowed) => {
    const from = Math.max(0, match.index - allowed.length);
    const around = text.slice(from, match.index + match[0].length + allowed.length);
    return around.toLowerCase().includes(allowed.toLowerCase());
  });
}

/**
 * Checks every text of the repository for forbidden phrases.
 * @returns {Promise<string>} a summary of the check
 * @throws CommandError with a line for each finding
 */
export async function checkPlainLanguage() {
  const texts = readRepositoryTexts(ROOT);
  const phrases = readPhrases();
  const findings = findPhrases(phrases, texts, listFiles(ROOT));
  if (findings.length === 0) return `${texts.length} files, ${phrases.length} phrases`;
  throw new CommandError(
    `${findings.length} ${findings.length === 1 ? "phrase" : "phrases"} that scripts/lib/plain-language.json forbids`,
    findings
      .map(({ path, line, found, instead }) => `${path}:${line}: "${found.replace(/\s+/g, " ")}". ${instead}`)
      .join("\n"),
  );
}
