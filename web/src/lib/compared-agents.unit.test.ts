import { describe, expect, it } from "vitest";
import { readCompared, toggleCompared, writeCompared } from "./compared-agents.ts";

describe("the list of compared agents in the URL", () => {
  it("is read in its order, each agent once, up to the maximum", () => {
    expect(readCompared("4,1,4,28,7")).toEqual([4, 1, 28]);
    expect(readCompared("x,-1,0,1.5,,9")).toEqual([9]);
    expect(readCompared(undefined)).toEqual([]);
  });

  it("is the same after a round trip through the URL, even if it is empty", () => {
    expect(writeCompared([4, 1])).toBe("4,1");
    expect(writeCompared([])).toBeUndefined();
  });

  it("can gain or lose one agent at a time, up to three agents", () => {
    expect(toggleCompared([1, 4], 1)).toEqual([4]);
    expect(toggleCompared([1, 4], 9)).toEqual([1, 4, 9]);
    expect(toggleCompared([1, 4, 9], 28)).toEqual([1, 4, 9]);
  });
});
