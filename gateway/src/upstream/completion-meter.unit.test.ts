import { beforeEach, expect, test, vi } from "vitest";
import { countShortText } from "../work/slice-tokens.ts";
import { CompletionMeter } from "./completion-meter.ts";

const counted: number[] = [];
vi.mock("../work/slice-tokens.ts", async (original) => {
  const real = await original<typeof import("../work/slice-tokens.ts")>();
  return {
    ...real,
    countShortText: (text: string) => {
      counted.push(text.length);
      return real.countShortText(text);
    },
  };
});
beforeEach(() => void counted.splice(0));

const WORDS = "the quick brown fox jumps over the lazy dog and runs into the wood ";
const prose = WORDS.repeat(3_000);

function splitIntoPieces(text: string, length: number): string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, n) =>
    text.slice(n * length, (n + 1) * length),
  );
}

/** Adds chunks until one does not fit. */
function stream(pieces: readonly string[], limit: number) {
  const meter = new CompletionMeter(limit);
  const cutAt = pieces.findIndex((piece) => !meter.add(piece));
  return { meter, cutAt };
}

test("a long answer has the same token count whether it is counted in parts or as a whole", () => {
  const { meter, cutAt } = stream(splitIntoPieces(prose, 7), 1_000_000);
  const tokens = meter.countTokens();
  expect(cutAt).toBe(-1);
  expect(Math.max(...counted)).toBeLessThan(4_200);
  expect(tokens).toBe(countShortText(prose));
  expect(meter.getText()).toBe(prose);
});

test("an answer that exceeds its limit is cut at the same word whether it is counted in parts or as a whole", () => {
  const limit = 10_000;
  const { meter, cutAt } = stream(prose.match(/\s*\S+/g) ?? [], limit);
  expect(cutAt).toBe(limit);
  expect(Math.max(...counted)).toBeLessThan(4_200);
  expect(meter.countTokens()).toBe(limit);
  expect(meter.addBeginning(" dog")).toBe("");
});

test("text without spaces is overcounted by at most one token per part", () => {
  const text = "漢字仮名交じり文".repeat(4_000);
  const { meter } = stream(splitIntoPieces(text, 3), 1_000_000);
  const tokens = meter.countTokens();
  expect(Math.max(...counted)).toBeLessThan(4_200);
  let whole = 0;
  for (const part of splitIntoPieces(text, 4_000)) whole += countShortText(part);
  expect(Math.abs(tokens - whole)).toBeLessThanOrEqual(text.length / 4_000 + 8);
});
