import { expect, it } from "vitest";
import { FairQueue } from "./fair-queue.ts";

it("gives each owner a turn, however many items one of them has", () => {
  const queue = new FairQueue<string>();
  for (const item of ["a1", "a2", "a3"]) queue.add("a", item);
  queue.add("b", "b1");
  queue.add("c", "c1");
  expect(queue.size).toBe(5);
  const taken = Array.from({ length: 5 }, () => queue.take());
  expect(taken).toEqual(["a1", "b1", "c1", "a2", "a3"]);
  expect([queue.take(), queue.size]).toEqual([undefined, 0]);
});

it("skips owners that are not allowed to take an item yet, and keeps their turn", () => {
  const queue = new FairQueue<string>();
  queue.add("a", "a1");
  queue.add("b", "b1");
  expect(queue.take((owner) => owner !== "a")).toBe("b1");
  expect(queue.take((owner) => owner !== "a")).toBeUndefined();
  expect(queue.take()).toBe("a1");
});

it("removes an item whose caller no longer waits for it", () => {
  const queue = new FairQueue<string>();
  queue.add("a", "a1");
  queue.add("a", "a2");
  expect(queue.remove("a", "a1")).toBe(true);
  expect(queue.remove("a", "a1")).toBe(false);
  expect([queue.countWaiting("a"), queue.take(), queue.size]).toEqual([1, "a2", 0]);
});
