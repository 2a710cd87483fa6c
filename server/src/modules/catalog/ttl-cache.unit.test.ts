import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TtlCache } from "./ttl-cache.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "Date", "setTimeout", "clearTimeout"] });
  // The library treats a clock that reads zero as no clock.
  vi.advanceTimersByTime(1);
});
afterEach(() => {
  vi.useRealTimers();
});

function counting(sizes: Record<string, number> = {}) {
  const cache = new TtlCache<{ n: number; key: string }>({
    maxEntries: 3,
    maxSize: 10,
    getSize: ({ key }) => sizes[key] ?? 1,
  });
  let made = 0;
  const get = (key: string) =>
    cache.get(key, async () => {
      made += 1;
      return { n: made, key };
    });
  return { cache, get, made: () => made };
}

test("parallel and repeated requests within five seconds share one value, and later requests load it again", async () => {
  const { get, made } = counting();
  const answers = await Promise.all([get("a"), get("a"), get("a")]);
  expect(answers.map(({ n }) => n)).toEqual([1, 1, 1]);
  await vi.advanceTimersByTimeAsync(4900);
  expect((await get("a")).n).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  expect((await get("a")).n).toBe(2);
  expect(made()).toBe(2);
});

test("the cache never exceeds its limits of entries and bytes", async () => {
  const { get, made } = counting({ big: 9, huge: 11 });
  for (const key of ["a", "b", "c", "d"]) await get(key);
  await get("a");
  expect(made()).toBe(5);
  await get("big");
  await get("a");
  await get("big");
  expect(made()).toBe(6);
  await get("c");
  expect(made()).toBe(7);
  await get("huge");
  await get("huge");
  expect(made()).toBe(9);
});

test("a failed load fails for every waiting caller and is not cached", async () => {
  const cache = new TtlCache<object>({ maxEntries: 3 });
  const fail = () => Promise.reject(new Error("down"));
  await expect(Promise.all([cache.get("a", fail), cache.get("a", fail)])).rejects.toThrow("down");
  await expect(cache.get("a", async () => ({ up: true }))).resolves.toEqual({ up: true });
});

test("a value that was requested before the cache is cleared is not cached afterward", async () => {
  const { cache, get } = counting();
  const before = get("a");
  cache.clear();
  const after = get("a");
  expect([(await before).n, (await after).n]).toEqual([1, 2]);
  expect((await get("a")).n).toBe(2);
});
