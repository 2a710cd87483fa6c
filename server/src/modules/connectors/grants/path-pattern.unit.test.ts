import fc from "fast-check";
import { expect, test } from "vitest";
import { coversPath, matchesPath } from "./path-pattern.ts";

test.each([
  ["/**", "/", true],
  ["/**", "/a/b/c", true],
  ["/", "/", true],
  ["/", "/a", false],
  ["/*", "/", false],
  ["/*", "/a", true],
  ["/*", "/a/", false],
  ["/*", "/a/b", false],
  ["/repos/**", "/repos", true],
  ["/repos/**", "/repos/", true],
  ["/repos/**", "/repos/a/b", true],
  ["/repos/**", "/reposit", false],
  ["/repos/*/issues", "/repos/a/issues", true],
  ["/repos/*/issues", "/repos//issues", false],
  ["/repos/*/issues", "/repos/a/b/issues", false],
  ["/projects/*/issues", "/projects/group%2Fname/issues", true],
  ["/chat.postMessage", "/chat.postMessage", true],
  ["/chat.postMessage", "/chatXpostMessage", false],
  ["/chat.postMessage", "/chat.postMessage/", false],
  ["/chat.postMessage", "/chat.postMessage?a=b", false],
])("%s matches %s: %s", (pattern, path, expected) => {
  expect(matchesPath(pattern, path)).toBe(expected);
});

test.each([
  ["/**", "/a/*", true],
  ["/a/**", "/a", true],
  ["/a/**", "/**", false],
  ["/a/*", "/a/**", false],
  ["/*/b", "/a/*", false],
  ["/a/*/**", "/a/**", false],
])("%s covers %s: %s", (wide, narrow, expected) => {
  expect(coversPath(wide, narrow)).toBe(expected);
});

// Uses few names, so that patterns and paths often match.
const name = fc.constantFrom("a", "b");
const pattern = fc
  .tuple(fc.array(fc.oneof(name, fc.constant("*")), { maxLength: 4 }), fc.constantFrom("", "/", "/**"))
  .map(([parts, end]) => parts.map((part) => `/${part}`).join("") + end || "/");
const path = fc
  .array(fc.oneof(name, fc.constant("")), { minLength: 1, maxLength: 6 })
  .map((parts) => `/${parts.join("/")}`);

/** Returns paths that match the pattern and as few other patterns as possible: only they contain the segment "new". */
function createHardestPaths(narrow: string): string[] {
  const rests = ["", "/", "/new", "/new/new", `${"/new".repeat(9)}/`];
  const [start = "", ...more] = narrow.replaceAll(/\*(?=\/|$)(?<!\*\*)/g, "new").split("/**");
  return more.length === 0 ? [start] : rests.map((rest) => start + rest).filter((each) => each !== "");
}

test("a pattern covers another if and only if no path matches only the other pattern", () => {
  fc.assert(
    fc.property(pattern, pattern, path, (wide, narrow, concrete) => {
      const hardest = createHardestPaths(narrow);
      expect(hardest.every((each) => matchesPath(narrow, each))).toBe(true);
      const difference = [...hardest, concrete].filter(
        (each) => matchesPath(narrow, each) && !matchesPath(wide, each),
      );
      if (coversPath(wide, narrow)) expect(difference).toEqual([]);
      else expect(difference).not.toEqual([]);
    }),
    { numRuns: process.env.STOA_TEST_LONG ? 20_000 : 4_000 },
  );
});
