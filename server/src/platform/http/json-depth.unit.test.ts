import { expect, test } from "vitest";
import { excessOf, isDeeperThan } from "./json-depth.ts";

const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));

test("depth counts lists and objects in one another", () => {
  expect(isDeeperThan("text", 0)).toBe(false);
  expect(isDeeperThan([], 0)).toBe(true);
  expect(isDeeperThan({ a: [{ b: 1 }] }, 3)).toBe(false);
  expect(isDeeperThan({ a: [{ b: {} }] }, 3)).toBe(true);
  expect(isDeeperThan(nested(64), 64)).toBe(false);
  expect(isDeeperThan(nested(65), 64)).toBe(true);
});

test("a hundred thousand levels do not overflow", () => {
  expect(isDeeperThan(nested(100_000), 64)).toBe(true);
});

test("refuses more lists and objects than can be checked in a moment, and takes as many texts as fit", () => {
  expect(excessOf(Array.from({ length: 20_001 }, () => ({})))).toBe("containers");
  expect(excessOf(Array.from({ length: 19_999 }, () => []))).toBeUndefined();
  expect(excessOf(Array.from({ length: 200_000 }, () => "text"))).toBeUndefined();
  expect(excessOf(nested(100_000))).toBe("depth");
});
