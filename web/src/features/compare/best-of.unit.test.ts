import { describe, expect, it } from "vitest";
import { bestOf } from "./best-of.ts";

const places = (figures: (number | null)[], wins: "lowest" | "highest") => [
  ...bestOf(figures, { value: (figure) => figure, wins }),
];

describe("the best of several figures", () => {
  it("is the lowest price and the highest rate, ties together", () => {
    expect(places([3, 1, 2], "lowest")).toEqual([1]);
    expect(places([98, 99.5, 99.5], "highest")).toEqual([1, 2]);
  });

  it("is nobody's where fewer than two were measured, or all are alike", () => {
    expect(places([null, 1.2, null], "lowest")).toEqual([]);
    expect(places([5, 5], "highest")).toEqual([]);
    expect(places([], "lowest")).toEqual([]);
  });

  it("leaves out what was not measured", () => {
    expect(places([null, 2, 1], "lowest")).toEqual([2]);
  });
});
