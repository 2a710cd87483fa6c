import fc from "fast-check";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { estimateCall, measurePrompt } from "./call-estimate.ts";
import { parseChatRequest } from "./chat-request.ts";
import { computeProviderCostNano } from "./cost.ts";
import { createTokenPrices, type ModelRate } from "./rates/model-rate.ts";
import { OPENAI_RATES } from "./rates/openai-rates.ts";
import { countText } from "./text-tokens.ts";

const priced = (prompt: bigint, completion: bigint): ModelRate => ({
  ...createTokenPrices(prompt, completion),
  imageTokens: 4_000,
  reasons: false,
});
const rate = priced(1_000_000n, 2_000_000n);

function request(fields: object) {
  return parseChatRequest(
    JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hi" }], ...fields }),
  );
}

async function estimate(chatRequest: ReturnType<typeof request>, ...rates: ModelRate[]) {
  const models = rates.map((each, index) => ({
    name: `m${index}`,
    provider: "p",
    upstream: "m",
    rate: each,
    isBasic: false,
    fallbacks: [],
  }));
  return estimateCall(chatRequest, await measurePrompt(chatRequest, "caller"), models);
}

describe("the token count of text", () => {
  it("matches o200k for prose of any length", async () => {
    const prose = "The quick brown fox jumps over the lazy dog; prices rose by 12.5% in 2024. ".repeat(300);
    expect(await countText(prose)).toBe(encode(prose).length);
  });

  it("is never below o200k's count and at most slightly above it, for any text", async () => {
    const texts = fc.oneof(fc.lorem({ maxCount: 400 }), fc.string({ unit: "grapheme", maxLength: 1_500 }));
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const exact = encode(text, { disallowedSpecial: new Set() }).length;
        const counted = await countText(text);
        expect(counted).toBeGreaterThanOrEqual(exact - Math.ceil(text.length / 512));
        expect(counted).toBeLessThanOrEqual(exact + 2 * Math.ceil(text.length / 400));
      }),
      { numRuns: 60 },
    );
  });

  it("is computed in limited time for a long run of letters, and treats control tokens as text", async () => {
    const start = performance.now();
    expect(await countText("a".repeat(4_000_000))).toBeGreaterThan(1_000_000);
    expect(performance.now() - start).toBeLessThan(3_000);
    expect(await countText("<|endoftext|>")).toBeGreaterThan(1);
  });
});

describe("the estimate of a call", () => {
  it("includes the prompt, the allowed completion and their price", async () => {
    expect(await estimate(request({ max_tokens: 100 }), rate)).toEqual({
      promptTokens: 8,
      completionTokens: 100,
      costNano: 208n,
    });
  });

  it("uses the smaller of two limits, and a default limit if there is none", async () => {
    expect(
      (await estimate(request({ max_tokens: 9, max_completion_tokens: 7 }), rate)).completionTokens,
    ).toBe(7);
    expect((await estimate(request({}), rate)).completionTokens).toBe(4_096);
    const reasoning = OPENAI_RATES.get("o3");
    expect(reasoning && (await estimate(request({}), reasoning)).completionTokens).toBe(16_384);
  });

  it("never underestimates tools, schemas and images", async () => {
    const plain = (await estimate(request({}), rate)).promptTokens;
    const parameters = { type: "object", properties: { city: { type: "string" } } };
    const tools = [{ type: "function", function: { name: "weather", parameters } }];
    expect((await estimate(request({ tools }), rate)).promptTokens).toBeGreaterThan(plain + 20);
    const url = "data:image/png;base64,AAAA";
    const messages = [
      {
        role: "user",
        content: [
          { type: "text", text: "Hi" },
          { type: "image_url", image_url: { url } },
        ],
      },
    ];
    expect((await estimate(request({ messages }), rate)).promptTokens).toBe(plain + rate.imageTokens);
  });
});

describe("the estimate of a call that several models can answer", () => {
  it("covers the most expensive model and the longest answer that any of the models allows", async () => {
    const reasoning = { ...priced(1n, 1n), reasons: true };
    const expensive = priced(5_000_000n, 9_000_000n);
    expect(await estimate(request({}), rate, reasoning, expensive)).toEqual({
      promptTokens: 8,
      completionTokens: 16_384,
      costNano: 8n * 5n + 4_096n * 9n,
    });
  });

  it("covers a prompt that is written to the provider's cache, and long-prompt prices", async () => {
    const writes = { ...rate, cacheWriteNano: 3_000_000n };
    expect((await estimate(request({ max_tokens: 1 }), writes)).costNano).toBe(26n);
    const long = { ...createTokenPrices(10_000_000n, 20_000_000n), above: 7 };
    expect((await estimate(request({ max_tokens: 1 }), { ...rate, longPrompt: long })).costNano).toBe(100n);
  });

  it("never exceeds the model's context window", async () => {
    const content = "word ".repeat(1_000);
    const chatRequest = request({ messages: [{ role: "user", content }] });
    expect((await estimate(chatRequest, { ...rate, contextWindow: 100 })).promptTokens).toBe(100);
  });
});

describe("the price of a call", () => {
  it("is rounded up once", () => {
    const third = priced(333_333n, 333_333n);
    expect(
      computeProviderCostNano(third, { promptTokens: 1, cachedPromptTokens: 0, completionTokens: 1 }),
    ).toBe(1n);
    expect(
      computeProviderCostNano(third, { promptTokens: 2, cachedPromptTokens: 0, completionTokens: 2 }),
    ).toBe(2n);
    expect(
      computeProviderCostNano(third, { promptTokens: 0, cachedPromptTokens: 0, completionTokens: 0 }),
    ).toBe(0n);
  });

  it("uses the cached rate for cached tokens, and for no more tokens than the prompt has", () => {
    const mini = OPENAI_RATES.get("gpt-4o-mini") ?? rate;
    expect(
      computeProviderCostNano(mini, { promptTokens: 1_000, cachedPromptTokens: 1_000, completionTokens: 0 }),
    ).toBe(75_000n);
    expect(
      computeProviderCostNano(mini, { promptTokens: 10, cachedPromptTokens: 1_000, completionTokens: 0 }),
    ).toBe(750n);
  });

  it("uses the write rate for cache writes, and long-prompt prices for every token of a long prompt", () => {
    const usage = { promptTokens: 100, cachedPromptTokens: 30, cacheWriteTokens: 20, completionTokens: 10 };
    const kinds = {
      ...priced(1_000_000n, 9_000_000n),
      cachedPromptNano: 100_000n,
      cacheWriteNano: 2_000_000n,
    };
    expect(computeProviderCostNano(kinds, usage)).toBe(50n + 3n + 40n + 90n);
    const long = { ...createTokenPrices(2_000_000n, 18_000_000n), cachedPromptNano: 0n, above: 99 };
    expect(computeProviderCostNano({ ...kinds, longPrompt: long }, usage)).toBe(140n + 180n);
    expect(computeProviderCostNano({ ...kinds, longPrompt: { ...long, above: 100 } }, usage)).toBe(183n);
  });
});
