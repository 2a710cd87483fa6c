import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { countInput, countTokens, cutToTokens, StreamedText, toOutputText } from "./text-metering.ts";

const PROSE = "The quick brown fox jumps over the lazy dog, again and again. ";

describe("counting tokens", () => {
  test("counts prose of any length as the tokenizer does", async () => {
    const text = PROSE.repeat(5_000);
    expect(text.length).toBeGreaterThan(262_144);
    const exact = encode(text).length;
    expect(Math.abs((await countTokens(text)) - exact)).toBeLessThan(exact / 200);
  });

  test("counts a hostile text of a million characters without spaces within 10 seconds", async () => {
    const begun = performance.now();
    expect(await countTokens("a".repeat(1_000_000))).toBeGreaterThan(10_000);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  test("counts control tokens as text", async () => {
    expect(await countTokens("<|endoftext|>")).toBeGreaterThan(1);
    expect(await cutToTokens("<|endoftext|>", 2)).not.toBe("");
  });

  test("counts a message once as text, even if it is sent under several names", async () => {
    const message = "What is the capital of Naxos?";
    const one = await countInput({ message });
    expect(one).toBe(encode(message).length);
    expect(
      await countInput({ message, query: message, text: message, content: message, input: message }),
    ).toBe(one);
  });

  test("counts everything else in an input as the JSON that the agent receives", async () => {
    const rest = { list: ["a", { deep: "b" }], n: 5 };
    expect(await countInput({ message: "go", ...rest })).toBe(1 + encode(JSON.stringify(rest)).length);
  });

  test.each([
    ["names", { data: { [PROSE.repeat(200)]: 1 } }],
    ["numbers", { data: Array.from({ length: 2_500 }, (_, number) => number * 7919) }],
  ])("counts %s like text, because they can contain as much information", async (_, input) => {
    expect(await countInput(input)).toBeGreaterThan(2_500);
  });

  test("counts an output that is not text as JSON", () => {
    expect(toOutputText({ a: [1] })).toBe('{"a":[1]}');
    expect(toOutputText(null)).toBe("");
    expect(toOutputText("as it is")).toBe("as it is");
  });
});

describe("counting streamed text", () => {
  test.each([1, 3, 50, 5_000])(
    "a chunk size of %i gives nearly the same count as the whole text",
    async (size) => {
      const text = PROSE.repeat(40);
      const streamed = new StreamedText();
      for (let at = 0; at < text.length; at += size) await streamed.push(text.slice(at, at + size));
      const exact = encode(text).length;
      expect(Math.abs(streamed.tokens - exact)).toBeLessThanOrEqual(exact / 200);
      expect(streamed.text).toBe(text);
    },
  );
});

describe("cutting text", () => {
  test.each([0, 1, 7, 100, 333])(
    "keeps the beginning of the text with a token limit of %i",
    async (tokens) => {
      const text = PROSE.repeat(60);
      const kept = await cutToTokens(text, tokens);
      expect(text.startsWith(kept)).toBe(true);
      expect(encode(kept).length).toBeLessThanOrEqual(tokens);
      expect(encode(kept).length).toBeGreaterThanOrEqual(tokens - 2);
    },
  );

  test("never splits a character", async () => {
    for (let tokens = 1; tokens < 12; tokens += 1) {
      const kept = await cutToTokens("🏳️‍🌈漢字🦜".repeat(4), tokens);
      expect(kept).not.toContain("\uFFFD");
    }
  });

  test("keeps text that fits", async () => {
    expect(await cutToTokens(PROSE, 1_000)).toBe(PROSE);
  });
});
