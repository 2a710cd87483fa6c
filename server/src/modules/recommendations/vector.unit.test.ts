import { expect, test } from "vitest";
import { computeCosine, computeDirection, computeMean, toBytes } from "./vector.ts";

const direction = (...values: number[]) => computeDirection(toBytes(values));

test("a vector stored as bytes keeps its direction to the second digit, whatever its length", () => {
  const vector = Array.from({ length: 512 }, (_, place) => Math.sin(place));
  const other = Array.from({ length: 512 }, (_, place) => Math.sin(place) + Math.cos(place * 3));
  const exact =
    vector.reduce((sum, value, place) => sum + value * (other[place] ?? 0), 0) /
    (Math.hypot(...vector) * Math.hypot(...other));
  expect(computeCosine(direction(...vector), direction(...other))).toBeCloseTo(exact, 2);
  expect(computeCosine(direction(...vector), direction(...vector.map((value) => value * 1000)))).toBeCloseTo(
    1,
    5,
  );
});

test("the largest values of 6,144 dimensions do not overflow", () => {
  const longest = computeDirection(new Int8Array(6_144).fill(127));
  expect(computeCosine(longest, longest)).toBeCloseTo(1, 10);
});

test("opposite vectors have similarity -1, and unrelated, empty or incomparable vectors have similarity 0", () => {
  expect(computeCosine(direction(1, 0), direction(-1, 0))).toBeCloseTo(-1);
  expect(computeCosine(direction(1, 0), direction(0, 1))).toBe(0);
  expect(computeCosine(direction(1, 0), direction(1, 0, 0))).toBe(0);
  expect(computeCosine(direction(0, 0), direction(1, 0))).toBe(0);
  expect(toBytes(computeMean([]))).toHaveLength(0);
});

test("a mean gives each vector the same weight, whatever its length", () => {
  expect(
    computeCosine(
      direction(
        ...computeMean([
          [100, 0],
          [0, 1],
        ]),
      ),
      direction(1, 1),
    ),
  ).toBeCloseTo(1, 3);
});
