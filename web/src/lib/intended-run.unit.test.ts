import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { intendRun, takeIntendedRun } from "./intended-run.ts";

const storedItems = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers();
  storedItems.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => storedItems.get(key) ?? null,
    setItem: (key: string, value: string) => storedItems.set(key, value),
    removeItem: (key: string) => storedItems.delete(key),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("an intended run starts only for its own agent, and only once", () => {
  intendRun(4);
  expect([takeIntendedRun(1), takeIntendedRun(4), takeIntendedRun(4)]).toEqual([false, true, false]);
});

test("an intended run does not start after 11 minutes", () => {
  intendRun(4);
  vi.advanceTimersByTime(11 * 60_000);
  expect(takeIntendedRun(4)).toBe(false);
});

test("no intended run starts if the browser's storage is blocked", () => {
  vi.stubGlobal("sessionStorage", undefined);
  intendRun(4);
  expect(takeIntendedRun(4)).toBe(false);
});
