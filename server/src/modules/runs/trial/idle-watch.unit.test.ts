import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { IdleWatch } from "./idle-watch.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function startWatch(firstMs: number) {
  const watch = new IdleWatch(30_000);
  const end = vi.fn<() => void>();
  watch.start(end, firstMs);
  return { watch, end };
}

test("a run that loads packages may be silent for longer before its first activity", () => {
  const { watch, end } = startWatch(50_000);
  vi.advanceTimersByTime(49_999);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(end).toHaveBeenCalledOnce();
  expect(watch.endedAfterMs).toBe(50_000);
});

test("the shorter idle time applies after the first activity", () => {
  const { watch, end } = startWatch(50_000);
  vi.advanceTimersByTime(40_000);
  watch.touch();
  vi.advanceTimersByTime(29_999);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(end).toHaveBeenCalledOnce();
  expect(watch.endedAfterMs).toBe(30_000);
});

test("a stopped watch does not end the run, even after later activity", () => {
  const { watch, end } = startWatch(30_000);
  watch.stop();
  watch.touch();
  vi.advanceTimersByTime(100_000);
  expect(end).not.toHaveBeenCalled();
  expect(watch.endedAfterMs).toBeUndefined();
});
