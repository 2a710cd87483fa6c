import { describe, expect, it } from "vitest";
import { readCompared, toggleCompared, writeCompared } from "./compared-agents.ts";

describe("compared agents in the URL", () => {
  it("are read once each, in their order, up to the maximum", () => {
    expect(readCompared("4,1,4,28,7")).toEqual([4, 1, 28]);
    expect(readCompared("x,-1,0,1.5,,9")).toEqual([9]);
    expect(readCompared(undefined)).toEqual([]);
  });

  it("survive a round trip, and an empty list has no parameter", () => {
    expect(writeCompared([4, 1])).toBe("4,1");
    expect(writeCompared([])).toBeUndefined();
  });

  it("are added and removed one by one, and a fourth changes nothing", () => {
    expect(toggleCompared([1, 4], 1)).toEqual([4]);
    expect(toggleCompared([1, 4], 9)).toEqual([1, 4, 9]);
    expect(toggleCompared([1, 4, 9], 28)).toEqual([1, 4, 9]);
  });
});
