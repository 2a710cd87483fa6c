/**
 * Returns the parts that were added and removed. Parts are compared by their JSON, because the database stores the keys
 * of an object in one order.
 */
export function compareParts<T>(from: readonly T[], to: readonly T[]): { added: T[]; removed: T[] } {
  const [before, after] = [toTexts(from), toTexts(to)];
  return {
    added: to.filter((part) => !before.has(JSON.stringify(part))),
    removed: from.filter((part) => !after.has(JSON.stringify(part))),
  };
}

/** Compares parts by name. Parts of the same name that differ are changed. */
export function compareNamedParts<T>(
  from: readonly T[],
  to: readonly T[],
  getName: (part: T) => string,
): { added: T[]; removed: T[]; changed: { from: T; to: T }[] } {
  const [before, after] = [groupByName(from, getName), groupByName(to, getName)];
  return {
    added: to.filter((part) => !before.has(getName(part))),
    removed: from.filter((part) => !after.has(getName(part))),
    changed: to.flatMap((part) => {
      const earlier = before.get(getName(part));
      if (earlier === undefined || JSON.stringify(earlier) === JSON.stringify(part)) return [];
      return [{ from: earlier, to: part }];
    }),
  };
}

function toTexts(parts: readonly unknown[]): Set<string> {
  return new Set(parts.map((part) => JSON.stringify(part)));
}

function groupByName<T>(parts: readonly T[], getName: (part: T) => string): Map<string, T> {
  return new Map(parts.map((part) => [getName(part), part]));
}
