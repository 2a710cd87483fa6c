import assert from "node:assert/strict";
import { test } from "node:test";
import { findAnchors, findDeadLinks } from "./links.mjs";
import { findPhrases, readPhrases } from "./plain-language.mjs";

/** @type {(path: string, text: string) => string[]} */
const findIn = (path, text) =>
  findPhrases(readPhrases(), [{ path, text }], [path]).map(({ line, found }) => `${line}: ${found}`);

test("reports a reference to a numbered page in comments, strings, test titles and documents", () => {
  assert.deepEqual(findIn("a.ts", "/** Held (reading 17). */\nconst x = 1;"), ["1: reading 17"]);
  assert.deepEqual(findIn("a.ts", 'const text =\n  "as Section 5 says";'), ["2: Section 5"]);
  assert.deepEqual(findIn("a.test.ts", 'test("issue 2 is done", run);'), ["1: issue 2"]);
  assert.deepEqual(findIn("docs/a.md", "The palette is in look.md."), ["1: look.md"]);
});

test("finds a phrase that is split over two lines of a comment", () => {
  assert.deepEqual(findIn("a.ts", "/**\n * The rule is in section\n * 5 of the page.\n */"), [
    "2: section\n * 5",
  ]);
  assert.deepEqual(findIn("a.sql", "-- as in reading\n--   17"), ["1: reading\n--   17"]);
});

test("reports a reference to a numbered page in a file name", () => {
  assert.deepEqual(findIn("tests/api/section-7.ts", ""), ["0: section-7"]);
});

test('reports "is told" and "told why" used for a person who is notified', () => {
  assert.deepEqual(findIn("docs/a.md", "The owner is told why, and callers\nare told nothing."), [
    "1: is told",
    "2: are told",
    "1: told why",
  ]);
  assert.deepEqual(findIn("docs/a.md", "The owner is notified. The log told us."), []);
});

test('reports a condition that begins with "where" or "that has"', () => {
  assert.deepEqual(findIn("a.mjs", "// The folder; undefined where it could not be made."), [
    "1: undefined where",
  ]);
  assert.deepEqual(findIn("a.mjs", "// On a machine that has other things to do."), [
    "1: has other things to do",
  ]);
  assert.deepEqual(findIn("a.mjs", "// The folder; undefined if it could not be made."), []);
});

test("allows text that only resembles a reference", () => {
  assert.deepEqual(
    findIn(
      "a.ts",
      "// ARCHITECTURE.md, issue #12, a section of 3 lines, sections.ts, docs/what-workflows-reach.md",
    ),
    [],
  );
});

test("every phrase has a replacement", () => {
  for (const { pattern, instead } of readPhrases()) assert.match(instead, /^[A-Z].*\.$/, pattern);
});

test("anchors of a page are its headings outside code", () => {
  const page = "# A page\n\n## What it costs, and `max_cost`\n\n```sh\n# a comment\n```\n";
  assert.deepEqual([...findAnchors(page)], ["a-page", "what-it-costs-and-max_cost"]);
});

test("finds links to missing files and headings in documents and comments", () => {
  const texts = [
    {
      path: "docs/rules.md",
      text: "# Rules\n## One rule\n[a](#one-rule) [b](gone.md) [c](#none) [d](https://a.example)",
    },
    { path: "src/a.ts", text: "// docs/rules.md#one-rule\n// docs/rules.md#no-rule\n// docs/gone.md" },
    { path: "ARCHITECTURE.md", text: "See `src/a.ts`, `src/` and `src/gone.ts`; add `src/<name>.ts`." },
  ];
  const exists = /** @param {string} path */ (path) =>
    path === "src/" || texts.some((file) => file.path === path);
  assert.deepEqual(findDeadLinks(texts, exists), [
    "docs/rules.md:3: (gone.md)",
    "docs/rules.md:3: (#none)",
    "src/a.ts:2: docs/rules.md#no-rule",
    "src/a.ts:3: docs/gone.md",
    "ARCHITECTURE.md:1: src/gone.ts",
  ]);
});
