import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { CommandError } from "./command.mjs";
import { getLine, readRepositoryTexts } from "./repository-texts.mjs";
import { ROOT } from "./root.mjs";

/** @typedef {import("./repository-texts.mjs").RepositoryText} RepositoryText */

/** Matches a Markdown link to a file of the repository: `[text](path#anchor)`. */
const LINK = /\]\((?![a-z]+:|\/)([^)\s#]*)(?:#([^)\s]*))?\)/g;

/** Matches the name of a page in `docs/` in a comment or a string. */
const MENTION = /(?<![\w./-])docs\/[\w./-]+\.md(?:#([a-z0-9-]+))?/g;

/** Matches a path or file name on the pages in MAPS, whose paths must all exist. */
const PATH =
  /(?<![\w./:@*<>#{-])((?:[\w.-]+\/)*[\w.-]+\.(?:[cm]?[jt]sx?|sql|py|md|json)|(?:[\w.-]+\/)+)(?![\w/*<>{-])/g;

/** Files that may name pages that do not exist: test samples and placeholders. */
const SAMPLES = /^scripts\/lib\/plain-language/;

/**
 * Pages that guide newcomers to files. Each file that they name must exist below one of the folders in
 * `MAPPED`.
 */
const MAPS = new Set(["ARCHITECTURE.md"]);
const MAPPED = ["", "server/src/", "server/src/modules/"];

/**
 * Finds links to files and headings that do not exist.
 * @param {readonly RepositoryText[]} texts
 * @param {(path: string) => boolean} exists whether the repository has this file or folder
 * @returns {string[]} a line for each dead link
 */
export function findDeadLinks(texts, exists) {
  const anchors = new Map(
    texts.filter(({ path }) => path.endsWith(".md")).map(({ path, text }) => [path, findAnchors(text)]),
  );
  /** @type {(path: string, anchor: string | undefined) => boolean} */
  const isAlive = (path, anchor) => exists(path) && (!anchor || (anchors.get(path)?.has(anchor) ?? false));
  return texts.flatMap(({ path, text }) => {
    if (SAMPLES.test(path)) return [];
    /** @type {string[]} */
    const dead = [];
    /** @type {(match: RegExpExecArray, target: string, anchor: string | undefined) => void} */
    const check = (match, target, anchor) => {
      if (!isAlive(target, anchor))
        dead.push(`${path}:${getLine(text, match.index)}: ${match[0].replace(/^\]/, "")}`);
    };
    if (path.endsWith(".md"))
      for (const match of text.matchAll(LINK))
        check(match, match[1] ? posix.normalize(posix.join(posix.dirname(path), match[1])) : path, match[2]);
    else for (const match of text.matchAll(MENTION)) check(match, match[0].replace(/#.*/, ""), match[1]);
    if (MAPS.has(path))
      for (const match of text.matchAll(PATH))
        if (!MAPPED.some((folder) => exists(`${folder}${match[1]}`)))
          dead.push(`${path}:${getLine(text, match.index)}: ${match[0]}`);
    return dead;
  });
}

/**
 * Returns the anchors of a page's headings in GitHub's format.
 * @param {string} text
 */
export function findAnchors(text) {
  const withoutCode = text.replace(/^```[\s\S]*?^```/gm, "");
  return new Set(
    [...withoutCode.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

/**
 * Checks that links between documents, and the names of pages in comments, refer to existing files and headings.
 * @returns {Promise<string>} a summary of the check
 * @throws CommandError with a line for each dead link
 */
export async function checkLinks() {
  const texts = readRepositoryTexts(ROOT);
  const dead = findDeadLinks(texts, (path) => existsSync(join(ROOT, path)));
  if (dead.length === 0) return `${texts.filter(({ path }) => path.endsWith(".md")).length} documents`;
  throw new CommandError(`${dead.length} dead ${dead.length === 1 ? "link" : "links"}`, dead.join("\n"));
}
