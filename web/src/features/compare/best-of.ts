/** Which of several figures is the best. */
export interface Race<Item> {
  readonly value: (item: Item) => number | null;
  readonly wins: "lowest" | "highest";
}

/** Returns the indexes of the best of these. With fewer than two figures, or if all are equal, there is no best. */
export function bestOf<Item>(items: readonly Item[], { value, wins }: Race<Item>): ReadonlySet<number> {
  const figures = items.map(value);
  const measured = figures.filter((figure) => figure !== null);
  const best = wins === "lowest" ? Math.min(...measured) : Math.max(...measured);
  if (measured.length < 2 || measured.every((figure) => figure === best)) return new Set();
  return new Set(figures.flatMap((figure, place) => (figure === best ? [place] : [])));
}
