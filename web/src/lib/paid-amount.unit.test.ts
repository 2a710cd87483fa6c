import { expect, test } from "vitest";
import { getPaidAmount } from "./paid-amount.ts";

test("a run in a list shows its cost, and a failed one what its model calls were charged", () => {
  expect(getPaidAmount({ cost: 0.25, failure_charge: null })).toBe(0.25);
  expect(getPaidAmount({ cost: 0, failure_charge: 0.5 })).toBe(0.5);
});
