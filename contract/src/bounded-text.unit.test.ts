import { describe, expect, it } from "vitest";
import { boundText, ERROR_MAX_CHARS } from "./bounded-text.ts";

describe("bounded text", () => {
  it("keeps up to 16,000 characters of an error", () => {
    const longest = "x".repeat(ERROR_MAX_CHARS);
    expect(boundText(longest)).toBe(longest);
  });

  it("states the number of omitted characters within its limit", () => {
    const bounded = boundText("x".repeat(ERROR_MAX_CHARS + 12_340));
    expect(bounded).toMatch(/^x+\n\.\.\. 12,400 more characters$/);
    expect(bounded.length).toBeLessThanOrEqual(ERROR_MAX_CHARS);
  });

  it("does not change when it is shortened again", () => {
    const bounded = boundText("x".repeat(50_000));
    expect(boundText(bounded)).toBe(bounded);
  });

  it("never splits a character at the cut", () => {
    const faces = "😀".repeat(ERROR_MAX_CHARS);
    expect(boundText(faces)).toMatch(/^(?:😀)+\n/u);
    expect(boundText(`x${faces}`)).toMatch(/^x(?:😀)+\n/u);
  });
});
