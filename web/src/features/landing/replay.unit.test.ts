import { expect, test } from "vitest";
import { getCostAfter, getTextAfter, RECORDED_RUN, WRITTEN_TOKENS } from "./replay.ts";

test("the replay ends with the recorded answer at the recorded charge", () => {
  expect(getTextAfter(WRITTEN_TOKENS)).toBe(RECORDED_RUN.output);
  expect(getCostAfter(WRITTEN_TOKENS)).toBeCloseTo(RECORDED_RUN.cost, 12);
});

test("the answer only grows, by whole words", () => {
  let before = "";
  for (let came = 0; came <= WRITTEN_TOKENS; came++) {
    const text = getTextAfter(came);
    expect(text.startsWith(before)).toBe(true);
    if (came < WRITTEN_TOKENS) expect(text).toMatch(/^$|\s$/);
    before = text;
  }
});

test("the answer is empty at the start, and only the input is charged", () => {
  expect(getTextAfter(0)).toBe("");
  expect(getCostAfter(0)).toBeCloseTo(RECORDED_RUN.inputTokens * RECORDED_RUN.pricePerToken, 12);
});
