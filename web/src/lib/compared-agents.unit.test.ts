import { describe, expect, it } from "vitest";
import { readCompared, toggleCompared, writeCompared } from "./compared-agents.ts";

describe("agents to compare in the address", () => {
  it("are each read once, in their order, and no more than are compared", () => {
    expect(readCompared("4,1,4,28,7")).toEqual([4, 1, 28]);
    expect(readCompared("x,-1,0,1.5,,9")).toEqual([9]);
    expect(readCompared(undefined)).toEqual([]);
  });

  it("are written as they are read; none is no parameter", () => {
    expect(writeCompared([4, 1])).toBe("4,1");
    expect(writeCompared([])).toBeUndefined();
  });

  it("go in and out one by one; a fourth changes nothing", () => {
    expect(toggleCompared([1, 4], 1)).toEqual([4]);
    expect(toggleCompared([1, 4], 9)).toEqual([1, 4, 9]);
    expect(toggleCompared([1, 4, 9], 28)).toEqual([1, 4, 9]);
  });
});
