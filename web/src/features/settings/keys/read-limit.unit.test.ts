import { expect, it } from "vitest";
import { formatSpending, readLimit, toLimitText } from "./read-limit.ts";

it("reads an amount or an empty field as a limit and refuses all other values", () => {
  expect(["", " 0 ", "0.5", "12e0"].map(readLimit)).toEqual([null, 0, 0.5, 12]);
  expect(["-1", "ten", "1000001", "NaN", "Infinity"].map(readLimit)).toEqual(Array(5).fill(undefined));
});

it("shows an existing limit as it was entered", () => {
  expect([toLimitText(null), toLimitText(undefined), toLimitText(0), toLimitText(0.5)]).toEqual([
    "",
    "",
    "0",
    "0.5",
  ]);
});

it("shows the limit after the amount spent only if there is one", () => {
  expect([formatSpending(0.0015, 5), formatSpending(null, null), formatSpending(2, 0)]).toEqual([
    "$0.0015 of $5.00",
    "$0.00",
    "$2.00 of $0.00",
  ]);
});
