import { describe, expect, it } from "vitest";
import { pricePerTokenOf, readNeed, writeNeed } from "./need.ts";

describe("need in the URL", () => {
  it("includes the text, and leaves out an unsupported category or maximum price", () => {
    expect(readNeed({ need: " sort my mail ", category: "automation", max_price: "10" })).toEqual({
      query: "sort my mail",
      category: "automation",
      maxPrice: "10",
    });
    expect(readNeed({ need: "sort my mail", category: "magic", max_price: "7" })).toEqual({
      query: "sort my mail",
    });
  });

  it("does not exist without a text", () => {
    expect(readNeed({ need: "  ", category: "automation" })).toBeUndefined();
    expect(writeNeed(undefined)).toEqual({});
  });

  it("survives a round trip", () => {
    const need = { query: "sort my mail", category: "automation", maxPrice: "0" } as const;
    expect(readNeed(writeNeed(need))).toEqual(need);
  });

  it("is sent to the server in USD per token", () => {
    expect(pricePerTokenOf("10")).toBe(0.00001);
    expect(pricePerTokenOf("0")).toBe(0);
  });
});
