/** How well an agent matches a query. Each value is from 0 to 1. */
export interface Fit {
  words: number;
  name: number;
  /** How near the agent is to the query in meaning; null if meanings were not compared. */
  meaning: number | null;
}

/**
 * The weights were chosen in steps of 0.05 on half of the labeled set's queries; the other half agrees to the third
 * digit.
 */
const WEIGHTS = { words: 0.3, name: 0.1, meaning: 0.6 };
const WEIGHTS_OF_WORDS_ALONE = { words: 0.75, name: 0.25 };

/**
 * The best quality raises a score by a fifth and the worst lowers it by a fifth, so it decides between similar
 * matches.
 */
const QUALITY_SWING = 0.4;

/** The lowest relevance of an agent that matches the query. */
const RELEVANCE_MIN = 0.12;

/** An agent whose meaning is less near than this is not recommended by meaning alone. */
export const NEARNESS_MIN = RELEVANCE_MIN / WEIGHTS.meaning;

function computeRelevance({ words, name, meaning }: Fit): number {
  if (meaning === null) return words * WEIGHTS_OF_WORDS_ALONE.words + name * WEIGHTS_OF_WORDS_ALONE.name;
  // The share of matching words is squared, because a single matching word among many is misleading, while a match of
  // most words is strong evidence.
  return words ** 2 * WEIGHTS.words + name * WEIGHTS.name + meaning * WEIGHTS.meaning;
}

/** Returns the score from 0 to 1, or `undefined` for an agent that should not be recommended. */
export function computeScore(fit: Fit, quality: number): number | undefined {
  const relevance = computeRelevance(fit);
  if (relevance < RELEVANCE_MIN) return undefined;
  return Math.min(1, relevance * (1 + QUALITY_SWING * (quality - 0.5)));
}
