import { expect, it } from "vitest";
import { CountedTexts } from "./counted-texts.ts";

const text = (n: number) => `a text of some length, the number ${n} of many`;

it("the cache keeps text that every call contains, and discards old text that was counted once", () => {
  const texts = new CountedTexts();
  for (let n = 0; n < 10_000; n++) {
    texts.set(text(n), n);
    if (texts.get("the instructions of an agent, sent with each call") === undefined)
      texts.set("the instructions of an agent, sent with each call", 9);
    if (n > 0) expect(texts.get("the instructions of an agent, sent with each call")).toBe(9);
  }
  expect(texts.get(text(9_999))).toBe(9_999);
  expect(texts.get(text(0))).toBeUndefined();
  const known = Array.from({ length: 10_000 }, (_, n) => texts.get(text(n))).filter(
    (each) => each !== undefined,
  );
  expect(known.length).toBeLessThanOrEqual(2_048);
});

it("the cache does not keep long text", () => {
  const texts = new CountedTexts();
  texts.set("x".repeat(5_000), 700);
  expect(texts.get("x".repeat(5_000))).toBeUndefined();
});
