import { expect, test } from "vitest";
import { getPaidAmount } from "./paid-amount.ts";

test("a listed run shows its cost, and a failed one the charge for its model calls", () => {
  expect(getPaidAmount({ cost: 0.25, failure_charge: null })).toBe(0.25);
  expect(getPaidAmount({ cost: 0, failure_charge: 0.5 })).toBe(0.5);
});
