import { describe, expect, it } from "vitest";
import { findBest } from "./best-of.ts";

const findPlaces = (figures: (number | null)[], wins: "lowest" | "highest") => [
  ...findBest(figures, { getValue: (figure) => figure, wins }),
];

describe("best of several figures", () => {
  it("is the lowest price and the highest rate, including ties", () => {
    expect(findPlaces([3, 1, 2], "lowest")).toEqual([1]);
    expect(findPlaces([98, 99.5, 99.5], "highest")).toEqual([1, 2]);
  });

  it("does not exist if fewer than two figures were measured or all are equal", () => {
    expect(findPlaces([null, 1.2, null], "lowest")).toEqual([]);
    expect(findPlaces([5, 5], "highest")).toEqual([]);
    expect(findPlaces([], "lowest")).toEqual([]);
  });

  it("ignores figures that were not measured", () => {
    expect(findPlaces([null, 2, 1], "lowest")).toEqual([2]);
  });
});
