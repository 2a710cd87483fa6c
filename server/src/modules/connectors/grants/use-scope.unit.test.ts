import { expect, test } from "vitest";
import { coversScope, isCallInScope, isSameScope, type UseScope } from "./use-scope.ts";

const given: UseScope = { methods: ["GET", "POST"], paths: ["/a/**", "/b"] };

test("a scope allows a call by its method and its path", () => {
  expect(isCallInScope(given, "POST", "/a/x")).toBe(true);
  expect(isCallInScope(given, "DELETE", "/a/x")).toBe(false);
  expect(isCallInScope(given, "post", "/a/x")).toBe(false);
  expect(isCallInScope(given, "POST", "/c")).toBe(false);
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

test("scopes with the same entries are equal in any order, and scopes with different entries are not", () => {
  expect(isSameScope(given, { methods: ["POST", "GET"], paths: ["/b", "/a/**"] })).toBe(true);
  expect(isSameScope(given, { methods: ["POST", "GET"], paths: ["/b"] })).toBe(false);
  expect(isSameScope(given, { methods: ["POST"], paths: given.paths })).toBe(false);
});
