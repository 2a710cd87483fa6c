import { expect, test } from "vitest";
import { computeScore } from "./blend.ts";
import { diversify } from "./diversify.ts";
import { computeQuality } from "./quality.ts";
import { computeDirection, toBytes } from "./vector.ts";

const unmeasured = {
  agentId: 1,
  ownerAccountId: "acc",
  isPublic: true,
  category: "general",
  pricePerToken: 0.0001,
  completed: 0,
  failed: 0,
  rating: null,
  reviews: 0,
  medianMs: null,
};

test("an agent without measured values has a quality of 0.5", () => {
  expect(computeQuality(unmeasured, undefined)).toBe(0.5);
});

test("success, good ratings and speed raise the quality, and failures and bad ratings lower it", () => {
  const quality = (change: object) => computeQuality({ ...unmeasured, ...change }, undefined);
  expect(quality({ completed: 200 })).toBeGreaterThan(0.6);
  expect(quality({ completed: 100, failed: 100 })).toBeLessThan(0.4);
  expect(quality({ rating: 5, reviews: 50 })).toBeGreaterThan(0.6);
  expect(quality({ rating: 1, reviews: 50 })).toBeLessThan(0.4);
  expect(quality({ medianMs: 500 })).toBeGreaterThan(quality({ medianMs: 60_000 }));
});

test("one failed run or one bad review does not decide the quality", () => {
  expect(computeQuality({ ...unmeasured, rating: 1, reviews: 1 }, undefined)).toBeGreaterThan(0.4);
  const once = computeQuality({ ...unmeasured, completed: 1 }, undefined);
  expect(once).toBeLessThan(computeQuality({ ...unmeasured, completed: 100 }, undefined));
});

test("a lower price raises the score only if the query has a maximum price", () => {
  const free = { ...unmeasured, pricePerToken: 0 };
  expect(computeQuality(free, undefined)).toBe(computeQuality(unmeasured, undefined));
  expect(computeQuality(free, 0.0001)).toBeGreaterThan(computeQuality(unmeasured, 0.0001));
  expect(computeQuality(free, 0)).toBe(0.5);
});

test("a perfect match scores 1, and a poor match is not scored even with the best quality", () => {
  expect(computeScore({ words: 1, name: 1, meaning: 1 }, 1)).toBe(1);
  expect(computeScore({ words: 0.3, name: 0, meaning: 0.1 }, 1)).toBeUndefined();
  expect(computeScore({ words: 0.3, name: 0, meaning: null }, 0.5)).toBeCloseTo(0.225);
});

test("quality decides between equal matches, but never lifts a much weaker match above a better one", () => {
  const fit = { words: 0.5, name: 0, meaning: 0.5 };
  const half = { words: 0.35, name: 0, meaning: 0.25 };
  expect(computeScore(fit, 0.9)).toBeGreaterThan(computeScore(fit, 0.2) as number);
  expect(computeScore(half, 1)).toBeLessThan(computeScore(fit, 0) as number);
});

const choice = (id: string, score: number, developer: string, ...direction: number[]) => ({
  id,
  score,
  developer,
  direction: direction.length > 0 ? computeDirection(toBytes(direction)) : undefined,
});
const order = (limit: number, ...choices: ReturnType<typeof choice>[]) =>
  diversify(choices, limit).map(({ id }) => id);

test("a near-duplicate ranks below another kind of agent that fits nearly as well", () => {
  const choices = [
    choice("first", 0.8, "a", 1, 0),
    choice("twin", 0.79, "b", 1, 0.05),
    choice("other", 0.75, "c", 0, 1),
  ];
  expect(order(3, ...choices)).toEqual(["first", "other", "twin"]);
});

test("one developer's agents do not fill all results if others fit nearly as well", () => {
  const choices = [
    choice("a1", 0.8, "a"),
    choice("a2", 0.79, "a"),
    choice("a3", 0.78, "a"),
    choice("b1", 0.77, "b"),
  ];
  expect(order(2, ...choices)).toEqual(["a1", "b1"]);
});

test("a much better match comes first even if it is a near-duplicate, and the limit applies", () => {
  const choices = [choice("a1", 0.9, "a", 1, 0), choice("a2", 0.85, "a", 1, 0), choice("b", 0.3, "b", 0, 1)];
  expect(order(2, ...choices)).toEqual(["a1", "a2"]);
  expect(order(5, ...choices)).toHaveLength(3);
});
