import { expect, test } from "vitest";
import { generateApiKey, generateSessionToken, isWellFormedApiKey } from "./tokens.ts";

test("every generated key is well formed", () => {
  for (let i = 0; i < 200; i++) expect(generateApiKey()).toSatisfy(isWellFormedApiKey);
});

test("a key with one mistyped character is detected without a database query", () => {
  const key = generateApiKey();
  for (let at = 0; at < key.length; at++) {
    const other = key[at] === "x" ? "y" : "x";
    expect(isWellFormedApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
  }
  expect(isWellFormedApiKey(`${key}0`)).toBe(false);
  expect(isWellFormedApiKey("")).toBe(false);
});

test("a session token carries 256 random bits", () => {
  expect(Buffer.from(generateSessionToken(), "base64url")).toHaveLength(32);
});
