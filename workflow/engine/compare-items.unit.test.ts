import type { JsonValue } from "@stoa/runtime/protocol";
import { expect, test } from "vitest";
import { compareItems } from "./compare-items.ts";

const compare = (actual: JsonValue[], pinned: JsonValue[]) => compareItems(actual, pinned).differences;

test("items are equal if their JSON is equal, in any order of keys", () => {
  expect(
    compare([{ a: 1, b: { c: [null, "x"], d: true } }], [{ b: { d: true, c: [null, "x"] }, a: 1 }]),
  ).toEqual([]);
  expect(compare([], [])).toEqual([]);
});

test("a difference has its path and both values as JSON, so that 3 and '3' differ visibly", () => {
  const [same, other] = [{ total: 1 }, { total: 3, tags: ["a"], "two words": 1 }];
  expect(compare([same, other], [same, { total: "3", tags: ["b"], "two words": 2 }])).toEqual([
    { path: "items[1].json.total", actual: "3", pinned: '"3"' },
    { path: "items[1].json.tags[0]", actual: '"a"', pinned: '"b"' },
    { path: 'items[1].json["two words"]', actual: "1", pinned: "2" },
  ]);
});

test("missing and additional fields, list entries and items are differences", () => {
  expect(compare([{ list: [1], extra: null }], [{ list: [1, 2], gone: false }, { id: 2 }])).toEqual([
    { path: "items[0].json.list[1]", actual: null, pinned: "2" },
    { path: "items[0].json.gone", actual: null, pinned: "false" },
    { path: "items[0].json.extra", actual: "null", pinned: null },
    { path: "items[1]", actual: null, pinned: '{"id":2}' },
  ]);
});

test("a list and an object with the same entries differ", () => {
  expect(compare([{ a: ["x"] }], [{ a: { 0: "x" } }])).toEqual([
    { path: "items[0].json.a", actual: '["x"]', pinned: '{"0":"x"}' },
  ]);
});

test("a key named __proto__ is compared like any other", () => {
  const item = JSON.parse('{"__proto__": {"a": 1}}') as JsonValue;
  expect(compare([item], [{}])).toEqual([
    { path: "items[0].json.__proto__", actual: '{"a":1}', pinned: null },
  ]);
});

test("20 differences are listed with short values, and whether there are more", () => {
  const items = (count: number, text: string) => Array.from({ length: count }, () => ({ text }));
  const long = "x".repeat(1_000_000);
  const { differences, hasMore } = compareItems(items(21, long), items(21, "y"));
  expect([differences.length, hasMore]).toEqual([20, true]);
  expect(JSON.stringify(differences).length).toBeLessThan(5_000);
  expect(compareItems(items(20, "x"), items(20, "y")).hasMore).toBe(false);
});

test("deeply nested values are compared without recursion", () => {
  const nest = (inside: JsonValue) => {
    let value = inside;
    for (let depth = 0; depth < 50_000; depth++) value = [value];
    return { value };
  };
  expect(compare([nest(1)], [nest(1)])).toEqual([]);
  expect(compare([nest(1)], [nest(2)])).toMatchObject([{ actual: "1", pinned: "2" }]);
});
