import { expect, it } from "vitest";
import {
  describeHighPrice,
  isBelowCost,
  needsConfirmation,
  previewEarnings,
  previewPrice,
} from "./price-preview.ts";

const ADVICE = {
  model_cost_per_1000_tokens: 0.004375,
  lowest_price_per_token: 0.00001,
  suggested_price_per_token: 0.00001,
  share_percent: 70,
};

it("shows the earnings after model cost and fee, or the loss if the price does not cover the model cost", () => {
  expect(previewEarnings("0.0001", ADVICE)).toBe(
    "You earn about $0.067 per 1,000 tokens after model cost and fee.",
  );
  expect(previewEarnings("0.000001", ADVICE)).toContain("You pay about $0.0034 per 1,000 tokens");
  expect(previewEarnings("cheap", ADVICE)).toBeUndefined();
});

it("detects a price below model cost and an unusually high price", () => {
  expect([isBelowCost("0.000009", ADVICE), isBelowCost("0.00001", ADVICE), isBelowCost("", ADVICE)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([needsConfirmation(0.0001), needsConfirmation(0.000101)]).toEqual([false, true]);
  expect(describeHighPrice(0.01)).toContain("$10,000 per 1M tokens, a run of 1,000 tokens");
});

it("shows the price per 1M tokens while typing", () => {
  expect(previewPrice("0.0001")).toBe("Buyers see $100.00 / 1M tokens");
  expect(previewPrice(0)).toBe("Buyers see Free");
});

it("shows nothing for an invalid price", () => {
  for (const typed of ["", "-1", "cheap"]) expect(previewPrice(typed)).toBeUndefined();
});
