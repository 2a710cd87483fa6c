import { expect, it } from "vitest";
import { pricePreview } from "./price-preview.ts";

it("shows the price per 1M tokens while it is typed", () => {
  expect(pricePreview("0.0001")).toBe("Buyers see $100.00 / 1M tokens");
  expect(pricePreview(0)).toBe("Buyers see Free");
});

it("shows nothing for what is no price", () => {
  for (const typed of ["", "-1", "cheap"]) expect(pricePreview(typed)).toBeUndefined();
});
