import { getEarningsPer1000 } from "@stoa/contract";
import { expect, test } from "vitest";
import { getPriceAdvice, isBelowModelCost, lowestPrice } from "./price-advice.ts";

const usd = (amount: number) => BigInt(amount * 1000) * 1_000_000n;
const RATES: Readonly<Record<string, { promptRateNano: bigint; completionRateNano: bigint }>> = {
  "gpt-4o": { promptRateNano: usd(2.5), completionRateNano: usd(10) },
  "gpt-4o-mini": { promptRateNano: usd(0.15), completionRateNano: usd(0.6) },
  "stoa-basic": { promptRateNano: 0n, completionRateNano: 0n },
};
const offer = {
  findModel: (model: string) => {
    const rates = RATES[model];
    return rates && { model, by: "name" as const, ...rates };
  },
};

test("the suggested price covers every token of the most expensive declared model", () => {
  const advice = getPriceAdvice(["gpt-4o-mini", "gpt-4o"], "free", offer);
  expect(advice).toEqual({
    model_cost_per_1000_tokens: 0.004375,
    lowest_price_per_token: 0.00001,
    suggested_price_per_token: 0.00001,
    share_percent: 70,
  });
  expect(getEarningsPer1000(0.00001, advice)).toBeCloseTo(0.0039375, 10);
});

test("prices are whole micro-USD, so the suggestion for a cheap model is rounded up", () => {
  expect(lowestPrice(["gpt-4o-mini"], offer)).toBe(1_000n);
  expect(getPriceAdvice(["gpt-4o-mini"], "business", offer)).toMatchObject({
    model_cost_per_1000_tokens: 0.0002625,
    suggested_price_per_token: 0.000001,
    share_percent: 90,
  });
});

test("an agent without paid models may have any price, and 10 USD per 1M tokens is suggested", () => {
  for (const models of [[], ["stoa-basic"], ["unknown"]]) {
    const advice = getPriceAdvice(models, "creator", offer);
    expect(advice).toMatchObject({ model_cost_per_1000_tokens: 0, suggested_price_per_token: 0.00001 });
    expect(isBelowModelCost({ pricePerToken: 0n, sponsorLimit: 0n }, models, offer)).toBe(false);
  }
});

test("the developer gets a share of the price minus the model cost, but pays the whole loss if that is negative", () => {
  const advice = getPriceAdvice(["gpt-4o"], "free", offer);
  expect(getEarningsPer1000(0.0001, advice)).toBeCloseTo(0.7 * (0.1 - 0.004375), 10);
  expect(getEarningsPer1000(0.000001, advice)).toBeCloseTo(0.001 - 0.004375, 10);
});

test("a developer who sponsors runs may set any price", () => {
  const terms = { pricePerToken: 9_000n, sponsorLimit: 0n };
  expect(isBelowModelCost(terms, ["gpt-4o"], offer)).toBe(true);
  expect(isBelowModelCost({ ...terms, pricePerToken: 10_000n }, ["gpt-4o"], offer)).toBe(false);
  expect(isBelowModelCost({ ...terms, sponsorLimit: 1n }, ["gpt-4o"], offer)).toBe(false);
});
