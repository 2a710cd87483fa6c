import { expect, test } from "vitest";
import { readDecimal } from "./values.ts";

test.each([
  ["0.5", 0.5],
  [" -3. ", -3],
  [".25", 0.25],
  ["", undefined],
  ["1e-4", "1e-4"],
  ["0x1", "0x1"],
])("a form's text %j is read as %j", (text, value) => {
  expect(readDecimal(text)).toBe(value);
});

test("a million digits that do not form a number are read without blocking the server", () => {
  const text = `${"1".repeat(1_000_000)}x`;
  expect(readDecimal(text)).toBe(text);
});
