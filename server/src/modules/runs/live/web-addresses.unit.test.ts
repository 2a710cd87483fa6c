import { expect, test } from "vitest";
import { findWebAddresses } from "./web-addresses.ts";

test.each([
  ["See https://example.com/a.png.", "https://example.com/a.png"],
  ["![cat](https://example.com/a.png) is nice", "https://example.com/a.png"],
  ["(see https://example.com/Cat_(animal).png)", "https://example.com/Cat_(animal).png"],
  ["https://example.com/Cat_(animal)", "https://example.com/Cat_(animal)"],
  ["HTTPS://Example.COM/a.png", "https://example.com/a.png"],
  ['<img src="https://example.com/a.png?x=1&y=2">', "https://example.com/a.png?x=1&y=2"],
  ["https://example.com/1.png,https://example.com/2.png", "https://example.com/2.png"],
])("finds the URL in %j", (text, address) => {
  expect(findWebAddresses({ message: text }).has(address)).toBe(true);
});

test("finds URLs at any depth", () => {
  expect([...findWebAddresses({ a: [{ b: "https://example.com/a.png" }], n: 1, z: null })]).toEqual([
    "https://example.com/a.png",
  ]);
});

test("does not mistake a part of a URL for a URL", () => {
  const found = findWebAddresses({ message: "https://example.community/a/b.png" });
  expect(found.has("https://example.com/")).toBe(false);
  expect(found.has("https://example.community/a/")).toBe(false);
});

test("ignores http URLs", () => {
  expect(findWebAddresses({ message: "http://example.com/a.png" }).size).toBe(0);
});

test("a URL with a million commas is read without blocking the server", () => {
  const url = `https://example.com/${",".repeat(1_000_000)}a`;
  expect(findWebAddresses({ message: url }).has(url)).toBe(true);
});
