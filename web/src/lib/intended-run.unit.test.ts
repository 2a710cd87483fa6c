import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { intendRun, takeIntendedRun } from "./intended-run.ts";

const kept = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers();
  kept.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("an intended run applies to its agent only, and only once", () => {
  intendRun(4);
  expect([takeIntendedRun(1), takeIntendedRun(4), takeIntendedRun(4)]).toEqual([false, true, false]);
});

test("an old intention starts no run", () => {
  intendRun(4);
  vi.advanceTimersByTime(11 * 60_000);
  expect(takeIntendedRun(4)).toBe(false);
});

test("blocked storage starts no run", () => {
  vi.stubGlobal("sessionStorage", undefined);
  intendRun(4);
  expect(takeIntendedRun(4)).toBe(false);
});
