/** A figure to compare, and whether the lowest or the highest figure is the best. */
export interface Race<Item> {
  readonly getValue: (item: Item) => number | null;
  readonly wins: "lowest" | "highest";
}

/**
 * Returns the indexes of the best figures. Returns none if fewer than two figures were measured, or if all are equal.
 */
export function findBest<Item>(items: readonly Item[], { getValue, wins }: Race<Item>): ReadonlySet<number> {
  const figures = items.map(getValue);
  const measured = figures.filter((figure) => figure !== null);
  const best = wins === "lowest" ? Math.min(...measured) : Math.max(...measured);
  if (measured.length < 2 || measured.every((figure) => figure === best)) return new Set();
  return new Set(figures.flatMap((figure, place) => (figure === best ? [place] : [])));
}
