/** The number of ways to match that can be tried within milliseconds. */
const FEW_WAYS = 1_000_000;

/** A repeated group, within which every character multiplies the number of ways. */
const REPEATED_GROUP = /\)[*+{]/;
const QUANTIFIER = /[*+?{]/g;

/**
 * Returns whether a search might try too many ways to match. It is true for many harmless patterns, which then cost a
 * tenth of a millisecond more. It must never be false for a slow one.
 */
export function mayTakeLong(source: string, length: number): boolean {
  // Equal alternatives double the number of ways with each group, even on an empty text.
  if (source.includes("|")) return true;
  if (length === 0) return false;
  if (REPEATED_GROUP.test(source)) return true;
  const quantifiers = source.match(QUANTIFIER)?.length ?? 0;
  return quantifiers > 0 && length ** (quantifiers + 1) > FEW_WAYS;
}
