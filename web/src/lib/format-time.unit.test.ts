import { describe, expect, it } from "vitest";
import { formatRelativeTime } from "./format-time.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const formatBefore = (ms: number) => formatRelativeTime(new Date(NOW - ms).toISOString(), NOW);

describe("relative time", () => {
  it.each([
    [0, "Just now"],
    [5 * 60_000, "Just now"],
    [5 * 60_000 + 1, "5 minutes ago"],
    [59 * 60_000, "59 minutes ago"],
    [60 * 60_000, "1 hour ago"],
    [23 * 3_600_000, "23 hours ago"],
    [24 * 3_600_000, "1 day ago"],
    [72 * 3_600_000, "3 days ago"],
  ])("after %i ms shows %s", (ms, text) => {
    expect(formatBefore(ms)).toBe(text);
  });
});
