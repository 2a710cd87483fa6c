import fc from "fast-check";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { estimateCall } from "./call-estimate.ts";
import { parseChatRequest } from "./chat-request.ts";
import { providerCostNano } from "./cost.ts";
import { OPENAI_RATES, operatorRate } from "./rates.ts";
import { countText } from "./text-tokens.ts";

const rate = operatorRate(1_000_000n, 2_000_000n);

function request(fields: object) {
  return parseChatRequest(
    JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hi" }], ...fields }),
  );
}

describe("the tokens of a text", () => {
  it("are o200k's own for prose of any length", async () => {
    const prose = "The quick brown fox jumps over the lazy dog; prices rose by 12.5% in 2024. ".repeat(300);
    expect(await countText(prose)).toBe(encode(prose).length);
  });

  it("are never fewer than o200k's, and hardly more, whatever the text", async () => {
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

  it("take bounded time for a run of letters, and read control tokens as text", async () => {
    const start = performance.now();
    expect(await countText("a".repeat(4_000_000))).toBeGreaterThan(1_000_000);
    expect(performance.now() - start).toBeLessThan(3_000);
    expect(await countText("<|endoftext|>")).toBeGreaterThan(1);
  });
});

describe("the estimate of a call", () => {
  it("holds prompt, allowed completion and their price", async () => {
    const estimate = await estimateCall(request({ max_tokens: 100 }), rate);
    expect(estimate).toEqual({ promptTokens: 8, completionTokens: 100, costNano: 208n });
  });

  it("takes the smaller of two limits, and a bound of its own where there is none", async () => {
    expect(
      (await estimateCall(request({ max_tokens: 9, max_completion_tokens: 7 }), rate)).completionTokens,
    ).toBe(7);
    expect((await estimateCall(request({}), rate)).completionTokens).toBe(4_096);
    const reasoning = OPENAI_RATES.get("o3");
    expect(reasoning && (await estimateCall(request({}), reasoning)).completionTokens).toBe(16_384);
  });

  it("counts tools, schemas and images from above", async () => {
    const plain = (await estimateCall(request({}), rate)).promptTokens;
    const parameters = { type: "object", properties: { city: { type: "string" } } };
    const tools = [{ type: "function", function: { name: "weather", parameters } }];
    expect((await estimateCall(request({ tools }), rate)).promptTokens).toBeGreaterThan(plain + 20);
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
    expect((await estimateCall(request({ messages }), rate)).promptTokens).toBe(plain + rate.imageTokens);
  });
});

describe("the price of a call", () => {
  it("is rounded up once", () => {
    const third = operatorRate(333_333n, 333_333n);
    expect(providerCostNano(third, { promptTokens: 1, cachedPromptTokens: 0, completionTokens: 1 })).toBe(1n);
    expect(providerCostNano(third, { promptTokens: 2, cachedPromptTokens: 0, completionTokens: 2 })).toBe(2n);
    expect(providerCostNano(third, { promptTokens: 0, cachedPromptTokens: 0, completionTokens: 0 })).toBe(0n);
  });

  it("counts cached tokens at their own rate, and never more of them than there are", () => {
    const mini = OPENAI_RATES.get("gpt-4o-mini") ?? rate;
    expect(
      providerCostNano(mini, { promptTokens: 1_000, cachedPromptTokens: 1_000, completionTokens: 0 }),
    ).toBe(75_000n);
    expect(providerCostNano(mini, { promptTokens: 10, cachedPromptTokens: 1_000, completionTokens: 0 })).toBe(
      750n,
    );
  });
});
