import { expect, it } from "vitest";
import { describePriceChange, getPriceChange } from "./price-change.ts";

const next = { price_per_token: 0.0003, effective_from: "2026-12-05T10:00:00.000Z" };
const steady = { price_per_token: 0.0002, next_price: null };
const rising = { price_per_token: 0.0002, next_price: next };

it("distinguishes cuts, increases and changes to an announced increase", () => {
  expect([0.0001, 0.0002, 0.0003].map((typed) => getPriceChange(steady, typed))).toEqual([
    "cut",
    "none",
    "rise",
  ]);
  expect([0.0001, 0.0002, 0.00025, 0.0003, 0.0004].map((typed) => getPriceChange(rising, typed))).toEqual([
    "cut",
    "cancelsIncrease",
    "lowersRise",
    "none",
    "raisesIncrease",
  ]);
});

it("names the day on which an increase takes effect, 14 days later", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  expect(describePriceChange("rise", null, now)).toContain("Takes effect on 5 Dec 2026, in 14 days.");
  expect(describePriceChange("lowersRise", next, now)).toBe("Takes effect on 5 Dec 2026, as announced.");
  expect(describePriceChange("cut", null, now)).toBe("Takes effect immediately for new runs.");
  expect(describePriceChange("none", null, now)).toBeNull();
});
