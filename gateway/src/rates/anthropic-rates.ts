import { type ListedPrices, type ModelRate, toTokenPrices } from "./model-rate.ts";

/** Images are scaled to 1,568 pixels per side and cost their area / 750: at most 3,278 tokens. */
const IMAGE_TOKENS = 3_278;

const MILLION = 1_000_000;
/** The context window, in tokens, of every listed Claude model before 4.6. */
const SMALL_WINDOW = 200_000;

function buildClaudeRate(prices: Required<ListedPrices>, window = MILLION, reasons = true): ModelRate {
  return { ...toTokenPrices(prices), imageTokens: IMAGE_TOKENS, reasons, contextWindow: window };
}

/** Anthropic lists 5-minute cache writes at 1.25 times the prompt price. The gateway requests no 1-hour cache. */
const OPUS = { prompt: "5", cached: "0.50", cacheWrite: "6.25", completion: "25" };
const SONNET_4 = { prompt: "3", cached: "0.30", cacheWrite: "3.75", completion: "15" };
const SONNET_5 = { prompt: "2", cached: "0.20", cacheWrite: "2.50", completion: "10" };
const HAIKU_4 = { prompt: "1", cached: "0.10", cacheWrite: "1.25", completion: "5" };

/** For Haiku 5.5, every token of a call costs more if its prompt exceeds 100,000 tokens. */
const HAIKU_5: ModelRate = {
  ...buildClaudeRate({ prompt: "0.10", cached: "0.01", cacheWrite: "0.125", completion: "0.50" }),
  longPrompt: {
    ...toTokenPrices({ prompt: "0.50", cached: "0.05", cacheWrite: "0.625", completion: "2.50" }),
    above: 100_000,
  },
};

/**
 * Anthropic's public list prices (https://platform.claude.com/docs/en/about-claude/pricing), USD per 1M tokens, from
 * the page and later releases between 2026-10-10 and 2026-10-24. Models from 5 on reason before they answer by
 * default. The context windows of older models could not be verified on the page.
 */
export const ANTHROPIC_RATES: ReadonlyMap<string, ModelRate> = new Map([
  [
    "claude-fable-5-1",
    buildClaudeRate({ prompt: "10", cached: "0.25", cacheWrite: "12.50", completion: "50" }),
  ],
  ["claude-opus-5-5", buildClaudeRate({ prompt: "4", cached: "0.20", cacheWrite: "5", completion: "20" })],
  ["claude-opus-5", buildClaudeRate(OPUS)],
  ["claude-sonnet-5-5", buildClaudeRate({ ...SONNET_5, cached: "0.10" })],
  ["claude-sonnet-5", buildClaudeRate(SONNET_5)],
  ["claude-haiku-5-5", HAIKU_5],
  ["claude-opus-4-8", buildClaudeRate(OPUS, MILLION, false)],
  ["claude-opus-4-7", buildClaudeRate(OPUS, MILLION, false)],
  ["claude-opus-4-6", buildClaudeRate(OPUS, MILLION, false)],
  ["claude-opus-4-5", buildClaudeRate(OPUS, SMALL_WINDOW, false)],
  ["claude-sonnet-4-6", buildClaudeRate(SONNET_4, MILLION, false)],
  ["claude-sonnet-4-5", buildClaudeRate(SONNET_4, SMALL_WINDOW, false)],
  ["claude-sonnet-4-5-20250929", buildClaudeRate(SONNET_4, SMALL_WINDOW, false)],
  ["claude-haiku-4-5", buildClaudeRate(HAIKU_4, SMALL_WINDOW, false)],
  ["claude-haiku-4-5-20251001", buildClaudeRate(HAIKU_4, SMALL_WINDOW, false)],
]);
