import { expect, test } from "vitest";
import { coversScope, includesCall, sameScope, type UseScope } from "./use-scope.ts";

const given: UseScope = { methods: ["GET", "POST"], paths: ["/a/**", "/b"] };

test("a scope allows a call by its method and its path", () => {
  expect(includesCall(given, "POST", "/a/x")).toBe(true);
  expect(includesCall(given, "DELETE", "/a/x")).toBe(false);
  expect(includesCall(given, "post", "/a/x")).toBe(false);
  expect(includesCall(given, "POST", "/c")).toBe(false);
});

test.each<[what: string, wanted: UseScope, covered: boolean]>([
  ["the same", given, true],
  ["fewer methods", { methods: ["GET"], paths: ["/a/**"] }, true],
  ["a narrower path", { methods: ["GET"], paths: ["/a/x/*", "/b"] }, true],
  ["one more method", { methods: ["GET", "DELETE"], paths: ["/b"] }, false],
  ["one more path", { methods: ["GET"], paths: ["/b", "/c"] }, false],
  ["a wider path", { methods: ["GET"], paths: ["/**"] }, false],
])("%s is covered: %s", (_, wanted, covered) => {
  expect(coversScope(given, wanted)).toBe(covered);
});

test("equal scopes may have different orders, but not different entries", () => {
  expect(sameScope(given, { methods: ["POST", "GET"], paths: ["/b", "/a/**"] })).toBe(true);
  expect(sameScope(given, { methods: ["POST", "GET"], paths: ["/b"] })).toBe(false);
  expect(sameScope(given, { methods: ["POST"], paths: given.paths })).toBe(false);
});
