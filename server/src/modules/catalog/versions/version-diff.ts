/**
 * Returns the parts that were added and removed. Parts are compared by their JSON, because the database keeps keys in
 * one order.
 */
export function compareParts<T>(from: readonly T[], to: readonly T[]): { added: T[]; removed: T[] } {
  const [before, after] = [textsOf(from), textsOf(to)];
  return {
    added: to.filter((part) => !before.has(JSON.stringify(part))),
    removed: from.filter((part) => !after.has(JSON.stringify(part))),
  };
}

/** Compares parts by name. Parts of the same name that differ are changed. */
export function compareNamedParts<T>(
  from: readonly T[],
  to: readonly T[],
  nameOf: (part: T) => string,
): { added: T[]; removed: T[]; changed: { from: T; to: T }[] } {
  const [before, after] = [byName(from, nameOf), byName(to, nameOf)];
  return {
    added: to.filter((part) => !before.has(nameOf(part))),
    removed: from.filter((part) => !after.has(nameOf(part))),
    changed: to.flatMap((part) => {
      const earlier = before.get(nameOf(part));
      if (earlier === undefined || JSON.stringify(earlier) === JSON.stringify(part)) return [];
      return [{ from: earlier, to: part }];
    }),
  };
}

function textsOf(parts: readonly unknown[]): Set<string> {
  return new Set(parts.map((part) => JSON.stringify(part)));
}

function byName<T>(parts: readonly T[], nameOf: (part: T) => string): Map<string, T> {
  return new Map(parts.map((part) => [nameOf(part), part]));
}
