import { describe, expect, it } from "vitest";
import { readNeed, toPricePerToken, writeNeed } from "./need.ts";

describe("a described need in the URL", () => {
  it("includes the description and omits an unsupported category or maximum price", () => {
    expect(readNeed({ need: " sort my mail ", category: "automation", max_price: "10" })).toEqual({
      query: "sort my mail",
      category: "automation",
      maxPrice: "10",
    });
    expect(readNeed({ need: "sort my mail", category: "magic", max_price: "7" })).toEqual({
      query: "sort my mail",
    });
  });

  it("is absent without a description", () => {
    expect(readNeed({ need: "  ", category: "automation" })).toBeUndefined();
    expect(writeNeed(undefined)).toEqual({});
  });

  it("is the same after it was written to a URL and read again", () => {
    const need = { query: "sort my mail", category: "automation", maxPrice: "0" } as const;
    expect(readNeed(writeNeed(need))).toEqual(need);
  });

  it("sends its maximum price to the server in USD per token", () => {
    expect(toPricePerToken("10")).toBe(0.00001);
    expect(toPricePerToken("0")).toBe(0);
  });
});
