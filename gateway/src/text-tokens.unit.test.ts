import { randomBytes } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { countText, countTexts } from "./text-tokens.ts";
import { countSlice } from "./work/slice-tokens.ts";
import { sliceText } from "./work/text-slices.ts";

const exact = (text: string) => countTokens(text, { disallowedSpecial: new Set() });

/**
 * Counts text with separate, simpler code that must give the same result, because the receipts of ordinary text must
 * not change.
 */
function countedBefore(text: string): number {
  let tokens = 0;
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + 512, text.length);
    const blank = text.lastIndexOf(" ", end);
    if (end < text.length && blank > end - 96) end = blank;
    else if (end < text.length && /[\udc00-\udfff]/.test(text.charAt(end))) end -= 1;
    tokens += exact(text.slice(start, end));
    start = end;
  }
  return tokens;
}

const PROSE = "The quick brown fox jumps over the lazy dog; prices rose by 12.5% in 2024.\n";
const base64 = (bytes: number) => randomBytes(bytes).toString("base64");

/** Returns 100,000 characters in lines that no cache contains, so that all are counted. */
const noise = () => Array.from({ length: 10 }, () => base64(7_500)).join("\n");

/** Returns the longest time in which the event loop was blocked, in milliseconds. */
async function longestDelay(work: () => unknown): Promise<number> {
  const histogram = monitorEventLoopDelay({ resolution: 5 });
  histogram.enable();
  // The first interval after it is enabled is not measured.
  await delay(20);
  await work();
  await delay(20);
  histogram.disable();
  return histogram.max / 1e6;
}

describe("the token count of ordinary text", () => {
  it("is the same with and without threads", async () => {
    const words = fc.oneof(
      fc.lorem({ maxCount: 60 }),
      fc.string({ unit: "grapheme", maxLength: 40 }),
      fc.json(),
    );
    const texts = fc.array(words, { minLength: 1, maxLength: 60 }).map((parts) => parts.join(" "));
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(await countText(text, "caller")).toBe(countedBefore(text));
      }),
      { numRuns: 60 },
    );
  });

  it("matches the tokenizer on the event loop and on a thread", async () => {
    for (const times of [10, 3_000]) {
      const text = PROSE.repeat(times);
      expect(await countText(text, "caller")).toBe(exact(text));
    }
  });

  it("is the sum of the counts of several texts", async () => {
    const texts = [PROSE, PROSE.repeat(2_000), "", "<|endoftext|>", "漢字かな ".repeat(3_000)];
    const each = await Promise.all(texts.map((text) => countText(text, "caller")));
    expect(await countTexts(texts, "caller")).toBe(each.reduce((sum, tokens) => sum + tokens, 0));
  });
});

describe("the token count of a long run without white space", () => {
  it("is estimated from samples, is always the same, and is close to the exact count", async () => {
    for (const run of [base64(90_000), "漢字仮名交じり文".repeat(5_000), "ab1".repeat(40_000)]) {
      const text = `Look at this: ${run} and tell me.`;
      const counted = await countText(text, "caller");
      expect(await countText(text, "other")).toBe(counted);
      const slices = [...sliceText(text)];
      expect(slices.length).toBeLessThan(40);
      expect(Math.abs(counted / countedBefore(text) - 1)).toBeLessThan(0.03);
    }
  });
});

describe("counting long texts", () => {
  it("does not block the event loop", async () => {
    const control = await longestDelay(() => {
      for (const text of Array.from({ length: 4 }, noise))
        for (const slice of sliceText(text)) countSlice(slice.text);
    });
    const texts = Array.from({ length: 4 }, noise);
    const counting = await longestDelay(() => Promise.all(texts.map((text) => countText(text, "caller"))));
    expect(counting).toBeLessThan(control / 3);
  });

  it("alternates between owners, so that an owner's short text does not wait for all the long text of another owner", async () => {
    const ended: string[] = [];
    const count = async (owner: string, text: string) => {
      await countText(text, owner);
      ended.push(owner);
    };
    const many = Array.from({ length: 6 }, () => count("greedy", noise()));
    await Promise.all([...many, count("modest", PROSE.repeat(600))]);
    expect(ended.at(-1)).toBe("greedy");
  });
});
