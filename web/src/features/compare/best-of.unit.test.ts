import { describe, expect, it } from "vitest";
import { bestOf } from "./best-of.ts";

const places = (figures: (number | null)[], wins: "lowest" | "highest") => [
  ...bestOf(figures, { value: (figure) => figure, wins }),
];

describe("best of several figures", () => {
  it("is the lowest price and the highest rate, including ties", () => {
    expect(places([3, 1, 2], "lowest")).toEqual([1]);
    expect(places([98, 99.5, 99.5], "highest")).toEqual([1, 2]);
  });

  it("does not exist if fewer than two were measured or all are equal", () => {
    expect(places([null, 1.2, null], "lowest")).toEqual([]);
    expect(places([5, 5], "highest")).toEqual([]);
    expect(places([], "lowest")).toEqual([]);
  });

  it("ignores figures that were not measured", () => {
    expect(places([null, 2, 1], "lowest")).toEqual([2]);
  });
});
