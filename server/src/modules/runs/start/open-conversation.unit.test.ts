import { expect, test } from "vitest";
import { createTitle } from "./open-conversation.ts";

test("a title is the beginning of the message, cut between words", () => {
  expect(createTitle("Hello")).toBe("Hello");
  expect(createTitle(null)).toBe(null);
  expect(createTitle("I was charged twice for my order. This is the second time I write to you.")).toBe(
    "I was charged twice for my order. This is the second time…",
  );
  expect(createTitle("x".repeat(100))).toBe(`${"x".repeat(59)}…`);
  expect(createTitle(`I ${"👍".repeat(100)}`)?.length).toBeLessThanOrEqual(120);
});
