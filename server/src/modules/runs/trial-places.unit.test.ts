import { expect, test } from "vitest";
import { TrialPlaces } from "./trial-places.ts";

test("who finds no place gets the next one that is given back, in the order of asking", async () => {
  const places = new TrialPlaces(1, 60_000);
  const giveBack = await places.take();
  const order: string[] = [];
  const second = places.take().then((place) => {
    order.push("second");
    return place;
  });
  const third = places.take().then((place) => {
    order.push("third");
    return place;
  });
  giveBack?.();
  (await second)?.();
  (await third)?.();
  expect(order).toEqual(["second", "third"]);
  expect(await places.take()).toBeDefined();
});

test("patience ends, and who left in vain takes no place with them", async () => {
  const places = new TrialPlaces(1, 5);
  const giveBack = await places.take();
  expect(await places.take()).toBeUndefined();
  giveBack?.();
  expect(await places.take()).toBeDefined();
});

test("a place given back twice is one place", async () => {
  const places = new TrialPlaces(1, 5);
  const giveBack = await places.take();
  giveBack?.();
  giveBack?.();
  expect(await places.take()).toBeDefined();
  expect(await places.take()).toBeUndefined();
});
