import { describe, expect, it } from "vitest";
import { pricePerTokenOf, readNeed, writeNeed } from "./need.ts";

describe("a need in the address", () => {
  it("is words, with the category and the highest price that are known", () => {
    expect(readNeed({ need: " sort my mail ", category: "automation", max_price: "10" })).toEqual({
      query: "sort my mail",
      category: "automation",
      maxPrice: "10",
    });
    expect(readNeed({ need: "sort my mail", category: "magic", max_price: "7" })).toEqual({
      query: "sort my mail",
    });
  });

  it("is none without words", () => {
    expect(readNeed({ need: "  ", category: "automation" })).toBeUndefined();
    expect(writeNeed(undefined)).toEqual({});
  });

  it("is written as it is read", () => {
    const need = { query: "sort my mail", category: "automation", maxPrice: "0" } as const;
    expect(readNeed(writeNeed(need))).toEqual(need);
  });

  it("asks the server for USD per token", () => {
    expect(pricePerTokenOf("10")).toBe(0.00001);
    expect(pricePerTokenOf("0")).toBe(0);
  });
});
