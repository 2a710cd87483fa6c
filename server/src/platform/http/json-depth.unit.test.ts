import { expect, test } from "vitest";
import { findExcess, isDeeperThan } from "./json-depth.ts";

const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));

test("depth counts nested lists and objects", () => {
  expect(isDeeperThan("text", 0)).toBe(false);
  expect(isDeeperThan([], 0)).toBe(true);
  expect(isDeeperThan({ a: [{ b: 1 }] }, 3)).toBe(false);
  expect(isDeeperThan({ a: [{ b: {} }] }, 3)).toBe(true);
  expect(isDeeperThan(nested(64), 64)).toBe(false);
  expect(isDeeperThan(nested(65), 64)).toBe(true);
});

test("a hundred thousand levels do not overflow the stack", () => {
  expect(isDeeperThan(nested(100_000), 64)).toBe(true);
});

test("refuses too many lists and objects but accepts any number of strings within the body limit", () => {
  expect(findExcess(Array.from({ length: 20_001 }, () => ({})))).toBe("containers");
  expect(findExcess(Array.from({ length: 19_999 }, () => []))).toBeUndefined();
  expect(findExcess(Array.from({ length: 200_000 }, () => "text"))).toBeUndefined();
  expect(findExcess(nested(100_000))).toBe("depth");
});
