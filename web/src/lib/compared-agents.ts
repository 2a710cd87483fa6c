import { LIMITS } from "@stoa/contract/limits";

/**
 * Parses agent ids from a URL, such as `1,4,28`. Returns each id once, in the order of the URL, up to the maximum
 * number of compared agents.
 */
export function readCompared(text: string | undefined): number[] {
  const ids = (text ?? "").split(",").map(Number);
  return [...new Set(ids)]
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .slice(0, LIMITS.comparedAgentsMax);
}

/** Formats agent ids for the URL, as the reverse of `readCompared`; returns undefined for an empty list. */
export function writeCompared(ids: readonly number[]): string | undefined {
  return ids.length === 0 ? undefined : ids.join(",");
}

/** Adds or removes an agent; if the comparison is full, nothing is added. */
export function toggleCompared(ids: readonly number[], id: number): number[] {
  if (ids.includes(id)) return ids.filter((other) => other !== id);
  return ids.length >= LIMITS.comparedAgentsMax ? [...ids] : [...ids, id];
}
