import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requestRunAfterSignUp, takeRunAfterSignUp } from "./run-after-sign-up.ts";

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

test("a run that a visitor requested before signing up starts only for its own agent, and only once", () => {
  requestRunAfterSignUp(4);
  expect([takeRunAfterSignUp(1), takeRunAfterSignUp(4), takeRunAfterSignUp(4)]).toEqual([false, true, false]);
});

test("a run that a visitor requested before signing up is forgotten after 10 minutes", () => {
  requestRunAfterSignUp(4);
  vi.advanceTimersByTime(10 * 60_000);
  expect(takeRunAfterSignUp(4)).toBe(false);
});

test("no run starts by itself after sign-up if the browser's storage is blocked", () => {
  vi.stubGlobal("sessionStorage", undefined);
  requestRunAfterSignUp(4);
  expect(takeRunAfterSignUp(4)).toBe(false);
});
