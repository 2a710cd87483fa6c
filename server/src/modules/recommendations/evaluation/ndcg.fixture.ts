/** The number of results that count: those that a screen shows without scrolling. */
const PLACES = 5;

function gain(relevances: readonly number[]): number {
  return relevances
    .slice(0, PLACES)
    .reduce((sum, relevance, place) => sum + (2 ** relevance - 1) / Math.log2(place + 2), 0);
}

/**
 * Returns the normalized discounted cumulative gain at 5: 1 for the best possible order, 0 if nothing relevant is
 * shown.
 */
export function ndcg(shown: readonly string[], relevance: Readonly<Record<string, number>>): number {
  const best = Object.values(relevance).sort((one, other) => other - one);
  return gain(shown.map((key) => relevance[key] ?? 0)) / gain(best);
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
