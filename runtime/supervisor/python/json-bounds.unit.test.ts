import { expect, it } from "vitest";
import { DEEPEST_JSON, toStorableJson, toStorableText, UnusableJson } from "./json-bounds.ts";

function createNested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

it("keeps values that can be stored", () => {
  const value = { a: [1, 2.5, -0.1, true, null, "日本 🎉"], b: { c: "" } };
  expect(toStorableJson(value)).toEqual(value);
});

it("replaces characters that cannot be stored, including in keys", () => {
  expect(toStorableText("a\0b\ud800c\udfffd🎉")).toBe("a\uFFFDb\uFFFDc\uFFFDd🎉");
  expect(toStorableJson({ "k\0": [JSON.parse("1e999")] })).toEqual({ "k\uFFFD": [null] });
});

it("accepts JSON of the maximum depth and refuses deeper JSON", () => {
  expect(toStorableJson(createNested(DEEPEST_JSON))).toEqual(createNested(DEEPEST_JSON));
  expect(() => toStorableJson(createNested(DEEPEST_JSON + 1))).toThrow(UnusableJson);
});

it("never changes a prototype", () => {
  const value = toStorableJson(JSON.parse('{"__proto__": {"polluted": true}}'));
  expect(Object.keys(Object(value))).toEqual(["__proto__"]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});
