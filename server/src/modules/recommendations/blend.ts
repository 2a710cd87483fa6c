/** How an agent answers to a wish, each from 0 to 1. */
export interface Fit {
  words: number;
  name: number;
  /** Null where it was not compared. */
  meaning: number | null;
}

/** Chosen in steps of 0.05 on every second query of the labelled set; the other half of it agrees to the third digit. */
const WEIGHTS = { words: 0.3, name: 0.1, meaning: 0.6 };
const WEIGHTS_OF_WORDS_ALONE = { words: 0.75, name: 0.25 };

/** The best quality lifts a score by a fifth of it, the worst lowers it by as much: it decides between likes. */
const QUALITY_SWING = 0.4;

/** Below this an agent has nothing to do with the wish. */
const RELEVANCE_MIN = 0.12;

/** Below this, meaning alone recommends nobody. */
export const NEARNESS_MIN = RELEVANCE_MIN / WEIGHTS.meaning;

function relevanceOf({ words, name, meaning }: Fit): number {
  if (meaning === null) return words * WEIGHTS_OF_WORDS_ALONE.words + name * WEIGHTS_OF_WORDS_ALONE.name;
  // Squared: one word in common of many misleads, and most of them in common say nearly all.
  return words ** 2 * WEIGHTS.words + name * WEIGHTS.name + meaning * WEIGHTS.meaning;
}

/** The score from 0 to 1, `undefined` for an agent that should not be recommended. */
export function scoreOf(fit: Fit, quality: number): number | undefined {
  const relevance = relevanceOf(fit);
  if (relevance < RELEVANCE_MIN) return undefined;
  return Math.min(1, relevance * (1 + QUALITY_SWING * (quality - 0.5)));
}
