import { expect, it } from "vitest";
import { getRatingShares } from "./rating-labels.ts";

it("returns the share of each rating, which is 0 without ratings", () => {
  const shares = getRatingShares({ 1: 1, 2: 0, 3: 0, 4: 0, 5: 3 });
  expect(shares.map(({ rating, percent }) => [rating, percent])).toEqual([
    [5, 75],
    [4, 0],
    [3, 0],
    [2, 0],
    [1, 25],
  ]);
  expect(getRatingShares({ 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 })[0]).toEqual({ rating: 5, count: 0, percent: 0 });
});
