import { LIMITS } from "@stoa/contract/limits";

/** Ids of agents as an address names them, `1,4,28`: each once, in their order, as many as are compared. */
export function readCompared(text: string | undefined): number[] {
  const ids = (text ?? "").split(",").map(Number);
  return [...new Set(ids)]
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .slice(0, LIMITS.comparedAgentsMax);
}

/** The reverse of `readCompared`; an empty list has no parameter. */
export function writeCompared(ids: readonly number[]): string | undefined {
  return ids.length === 0 ? undefined : ids.join(",");
}

/** Puts an agent in or takes it out; where all places are taken nothing changes. */
export function toggleCompared(ids: readonly number[], id: number): number[] {
  if (ids.includes(id)) return ids.filter((other) => other !== id);
  return ids.length >= LIMITS.comparedAgentsMax ? [...ids] : [...ids, id];
}
