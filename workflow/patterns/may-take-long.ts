/** Ways of reading a text that are gone through in some milliseconds. */
const FEW_WAYS = 1_000_000;

/** A group that repeats: within it, ways multiply with every character. */
const REPEATED_GROUP = /\)[*+{]/;
const QUANTIFIER = /[*+?{]/g;

/**
 * Whether a search might go through more ways of reading a text than can be gone through at once. It says so of many
 * patterns that do not, and then costs a tenth of a millisecond; it may not miss one that does.
 */
export function mayTakeLong(source: string, length: number): boolean {
  // Alternatives that are alike double the ways with each group, even on no text at all.
  if (source.includes("|")) return true;
  if (length === 0) return false;
  if (REPEATED_GROUP.test(source)) return true;
  const quantifiers = source.match(QUANTIFIER)?.length ?? 0;
  return quantifiers > 0 && length ** (quantifiers + 1) > FEW_WAYS;
}
