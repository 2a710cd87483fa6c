import { type ListedPrices, listed, type ModelRate } from "./model-rate.ts";

/** Images are scaled to 1,568 pixels a side and cost their area / 750: at most 3,278 tokens. */
const IMAGE_TOKENS = 3_278;

const MILLION = 1_000_000;
/** Every Claude before 4.6 that is listed here. */
const SMALL_WINDOW = 200_000;

function claude(prices: Required<ListedPrices>, window = MILLION, reasons = true): ModelRate {
  return { ...listed(prices), imageTokens: IMAGE_TOKENS, reasons, contextWindow: window };
}

/** The listed ratios: writes for 5 minutes cost 1.25 prompts. The gateway asks for none of an hour. */
const OPUS = { prompt: "5", cached: "0.50", cacheWrite: "6.25", completion: "25" };
const SONNET_4 = { prompt: "3", cached: "0.30", cacheWrite: "3.75", completion: "15" };
const SONNET_5 = { prompt: "2", cached: "0.20", cacheWrite: "2.50", completion: "10" };
const HAIKU_4 = { prompt: "1", cached: "0.10", cacheWrite: "1.25", completion: "5" };

/** Every token of Haiku 5.5 costs more for prompts above 100,000 tokens. */
const HAIKU_5: ModelRate = {
  ...claude({ prompt: "0.10", cached: "0.01", cacheWrite: "0.125", completion: "0.50" }),
  longPrompt: {
    ...listed({ prompt: "0.50", cached: "0.05", cacheWrite: "0.625", completion: "2.50" }),
    above: 100_000,
  },
};

/**
 * Anthropic's public list prices (https://platform.claude.com/docs/en/about-claude/pricing), USD per 1M tokens, as
 * the page and releases that follow it said between 2026-10-10 and 2026-10-24. Models from 5 on think before they
 * answer unless told otherwise. Older windows than the newest could not be checked on the page.
 */
export const ANTHROPIC_RATES: ReadonlyMap<string, ModelRate> = new Map([
  ["claude-fable-5-1", claude({ prompt: "10", cached: "0.25", cacheWrite: "12.50", completion: "50" })],
  ["claude-opus-5-5", claude({ prompt: "4", cached: "0.20", cacheWrite: "5", completion: "20" })],
  ["claude-opus-5", claude(OPUS)],
  ["claude-sonnet-5-5", claude({ ...SONNET_5, cached: "0.10" })],
  ["claude-sonnet-5", claude(SONNET_5)],
  ["claude-haiku-5-5", HAIKU_5],
  ["claude-opus-4-8", claude(OPUS, MILLION, false)],
  ["claude-opus-4-7", claude(OPUS, MILLION, false)],
  ["claude-opus-4-6", claude(OPUS, MILLION, false)],
  ["claude-opus-4-5", claude(OPUS, SMALL_WINDOW, false)],
  ["claude-sonnet-4-6", claude(SONNET_4, MILLION, false)],
  ["claude-sonnet-4-5", claude(SONNET_4, SMALL_WINDOW, false)],
  ["claude-sonnet-4-5-20250929", claude(SONNET_4, SMALL_WINDOW, false)],
  ["claude-haiku-4-5", claude(HAIKU_4, SMALL_WINDOW, false)],
  ["claude-haiku-4-5-20251001", claude(HAIKU_4, SMALL_WINDOW, false)],
]);
