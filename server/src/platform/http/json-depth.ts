/** Deeper than any request of ours or any table of an agent; recursive readers below overflow at some thousands. */
export const MAX_JSON_DEPTH = 64;

/** Whether lists and objects lie in one another more than `limit` deep. Walks level by level, so it cannot overflow. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const containers = level.filter((item): item is object => typeof item === "object" && item !== null);
    if (containers.length > 0 && depth >= limit) return true;
    level = containers.flatMap((container): unknown[] => Object.values(container));
  }
  return false;
}
