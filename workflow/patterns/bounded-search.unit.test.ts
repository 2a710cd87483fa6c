import { describe, expect, test } from "vitest";
import { mayTakeLong, runWithTimeout, SlowSearch, searchWithTimeout } from "./bounded-search.ts";

const MANY = "a".repeat(40);

describe("a search by an author's pattern", () => {
  test.each([
    ["groups that repeat", /(a+)+$/, `${MANY}b`],
    ["equal alternatives", /^(a|a)*$/, `${MANY}b`],
    ["equal alternatives in sequence", new RegExp(`^${"(a|a)".repeat(28)}x`), MANY],
    ["three greedy groups", /a*a*a*c/, "a".repeat(20_000)],
    ["nested groups", /^(([a-z])+.)+[A-Z]([a-z])+$/, MANY],
  ])("is stopped: %s", (_what, pattern, text) => {
    const began = performance.now();
    expect(() => searchWithTimeout(pattern, text, () => pattern.test(text))).toThrow(SlowSearch);
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test("is stopped inside another search, and the next search runs", () => {
    const inner = () => searchWithTimeout(/(a+)+$/, `${MANY}b`, () => /(a+)+$/.test(`${MANY}b`));
    expect(() => searchWithTimeout(/(x)*/, "xx", inner)).toThrow(SlowSearch);
    expect(searchWithTimeout(/(x)*/, "xx", () => /(x)*/.exec("xx")?.[0])).toBe("xx");
  });

  test("rethrows the error of the search", () => {
    const own = new TypeError("own");
    expect(() =>
      runWithTimeout("it", "", () => {
        throw own;
      }),
    ).toThrow(own);
  });

  test.each([
    ["^[^@]+@[^@]+\\.[a-z]+$", 25],
    ["\\d+", 900],
    ["abc", 10_000_000],
    ["(a+)+", 0],
  ])("runs %s on %d characters without a time limit", (source, length) => {
    expect(mayTakeLong(source, length)).toBe(false);
  });
});
