import { describe, expect, it } from "vitest";
import { boundText, ERROR_MAX_CHARS } from "./bounded-text.ts";

describe("a bounded text", () => {
  it("is an error's text whole up to 16,000 characters", () => {
    const longest = "x".repeat(ERROR_MAX_CHARS);
    expect(boundText(longest)).toBe(longest);
  });

  it("says how much was left out beyond its bound, and stays within it", () => {
    const bounded = boundText("x".repeat(ERROR_MAX_CHARS + 12_340));
    expect(bounded).toMatch(/^x+\n\.\.\. 12,400 more characters$/);
    expect(bounded.length).toBeLessThanOrEqual(ERROR_MAX_CHARS);
  });

  it("stays as it is when it is bounded again", () => {
    const bounded = boundText("x".repeat(50_000));
    expect(boundText(bounded)).toBe(bounded);
  });

  it("never ends in half of a character", () => {
    const faces = "😀".repeat(ERROR_MAX_CHARS);
    expect(boundText(faces)).toMatch(/^(?:😀)+\n/u);
    expect(boundText(`x${faces}`)).toMatch(/^x(?:😀)+\n/u);
  });
});
