import { expect, it } from "vitest";
import { parseMaxCost } from "./max-cost.ts";

it("accepts an amount with or without a dollar sign, or an empty field", () => {
  expect(parseMaxCost(" 0.05 ")).toEqual({ value: 0.05, problem: null });
  expect(parseMaxCost("$ 2")).toEqual({ value: 2, problem: null });
  expect(parseMaxCost("  ")).toEqual({ value: undefined, problem: null });
});

it("reports a value that is not an amount from 0 to 1,000 USD", () => {
  for (const text of ["a lot", "-1", "1001", "1e999", "0,5"])
    expect(parseMaxCost(text).problem).toBe("Please enter an amount in USD from 0 to 1000");
});
