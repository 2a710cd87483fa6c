import { expect, test } from "vitest";
import { getPaidAmount } from "./paid-amount.ts";

test("a run shows its cost, or the charge for its model calls if it failed", () => {
  expect(getPaidAmount({ cost: 0.25, failure_charge: null })).toBe(0.25);
  expect(getPaidAmount({ cost: 0, failure_charge: 0.5 })).toBe(0.5);
});
