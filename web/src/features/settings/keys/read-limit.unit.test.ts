import { expect, it } from "vitest";
import { readLimit, spentOf, typedLimit } from "./read-limit.ts";

it("reads an amount, treats an empty field as no limit, and refuses anything else", () => {
  expect(["", " 0 ", "0.5", "12e0"].map(readLimit)).toEqual([null, 0, 0.5, 12]);
  expect(["-1", "ten", "1000001", "NaN", "Infinity"].map(readLimit)).toEqual(Array(5).fill(undefined));
});

it("shows an existing limit as it was typed", () => {
  expect([typedLimit(null), typedLimit(undefined), typedLimit(0), typedLimit(0.5)]).toEqual([
    "",
    "",
    "0",
    "0.5",
  ]);
});

it("shows the amount spent, and the limit if there is one", () => {
  expect([spentOf(0.0015, 5), spentOf(null, null), spentOf(2, 0)]).toEqual([
    "$0.0015 of $5.00",
    "$0.00",
    "$2.00 of $0.00",
  ]);
});
