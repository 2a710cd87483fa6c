import { expect, it } from "vitest";
import { RESULT } from "../../lib/execution-result.fixture.ts";
import { IDLE } from "../../lib/run-state.ts";
import { describeEnd } from "./use-announcement.ts";

const ENDED = { ...IDLE, phase: "ended" as const, output: "Hello there", result: RESULT };

it("announces nothing while an answer arrives, and the answer once it is complete", () => {
  expect(describeEnd({ ...ENDED, phase: "executing", result: null }, "Guide")).toBe("");
  expect(describeEnd(ENDED, "Guide")).toBe("Guide answered: Hello there");
});

it("leaves failures to their alert", () => {
  expect(describeEnd({ ...ENDED, error: "It failed" }, "Guide")).toBe("");
});

it("announces only the beginning of a long answer", () => {
  const announced = describeEnd({ ...ENDED, output: "word ".repeat(500) }, "Guide");
  expect(announced.length).toBeLessThan(450);
  expect(announced).toMatch(/\.\.\.$/);
});
