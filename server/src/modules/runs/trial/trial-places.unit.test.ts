import { expect, test } from "vitest";
import { TrialPlaces } from "./trial-places.ts";

test("gives free slots to waiting trials in the order of their requests", async () => {
  const places = new TrialPlaces(1, 60_000);
  const giveBack = await places.take("a");
  const order: string[] = [];
  const second = places.take("b").then((place) => {
    order.push("second");
    return place;
  });
  const third = places.take("c").then((place) => {
    order.push("third");
    return place;
  });
  giveBack?.();
  (await second)?.();
  (await third)?.();
  expect(order).toEqual(["second", "third"]);
  expect(await places.take("a")).toBeDefined();
});

test("a trial that stops waiting does not take a slot", async () => {
  const places = new TrialPlaces(1, 5);
  const giveBack = await places.take("a");
  expect(await places.take("a")).toBeUndefined();
  giveBack?.();
  expect(await places.take("a")).toBeDefined();
});

test("a slot that is released twice becomes free only once", async () => {
  const places = new TrialPlaces(1, 5);
  const giveBack = await places.take("a");
  giveBack?.();
  giveBack?.();
  expect(await places.take("a")).toBeDefined();
  expect(await places.take("a")).toBeUndefined();
});

test("an account can have only one slot at a time, even if others are free", async () => {
  const places = new TrialPlaces(3, 60_000);
  const giveBack = await places.take("a");
  let isServed = false;
  const again = places.take("a").then((place) => {
    isServed = true;
    return place;
  });
  const other = await places.take("b");
  expect([other === undefined, isServed]).toEqual([false, false]);
  giveBack?.();
  expect(await again).toBeDefined();
});
