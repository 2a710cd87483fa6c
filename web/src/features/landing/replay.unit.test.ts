import { expect, test } from "vitest";
import { costAfter, RECORDED_RUN, textAfter, WRITTEN_TOKENS } from "./replay.ts";

test("the replay ends with the recorded answer at the recorded charge", () => {
  expect(textAfter(WRITTEN_TOKENS)).toBe(RECORDED_RUN.output);
  expect(costAfter(WRITTEN_TOKENS)).toBeCloseTo(RECORDED_RUN.cost, 12);
});

test("the answer only grows, by whole words", () => {
  let before = "";
  for (let came = 0; came <= WRITTEN_TOKENS; came++) {
    const text = textAfter(came);
    expect(text.startsWith(before)).toBe(true);
    if (came < WRITTEN_TOKENS) expect(text).toMatch(/^$|\s$/);
    before = text;
  }
});

test("the answer is empty at the start, and only the input is charged", () => {
  expect(textAfter(0)).toBe("");
  expect(costAfter(0)).toBeCloseTo(RECORDED_RUN.inputTokens * RECORDED_RUN.pricePerToken, 12);
});
