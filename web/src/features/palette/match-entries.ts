import type { ActionEntry, AgentEntry, PageEntry } from "./palette-entry.ts";

const splitWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * Returns how well a typed word matches: 3 for the first word of the label, 2 for its other words, 1 for a keyword, 0
 * for no match.
 */
function fit(typed: string, label: readonly string[], beside: readonly string[]): number {
  if (label[0]?.startsWith(typed)) return 3;
  if (label.some((word) => word.startsWith(typed))) return 2;
  return beside.some((word) => word.startsWith(typed)) ? 1 : 0;
}

/**
 * Returns the entries that match every typed word, best first. If no word was typed, returns all entries in their
 * original order.
 */
export function matchEntries<Entry extends PageEntry | ActionEntry | AgentEntry>(
  entries: readonly Entry[],
  query: string,
): readonly Entry[] {
  const typed = splitWords(query);
  if (typed.length === 0) return entries;
  return entries
    .map((entry) => {
      const fits = typed.map((word) => fit(word, splitWords(entry.label), splitWords(entry.words)));
      return { entry, worst: Math.min(...fits), sum: fits.reduce((sum, one) => sum + one, 0) };
    })
    .filter(({ worst }) => worst > 0)
    .sort((one, other) => other.sum - one.sum)
    .map(({ entry }) => entry);
}
