import { Category, type Facets, FrameworkName, Pricing } from "@stoa/contract";

/** How many agents share these three properties. All totals and facets of a list follow from its cells. */
export interface FacetCell {
  category: string;
  framework: string;
  free: boolean;
  count: bigint;
}

export interface FacetFilters {
  category?: string | undefined;
  framework?: string | undefined;
  pricing?: string | undefined;
}

type Dimension = keyof FacetFilters;

function choiceOf(cell: FacetCell, dimension: Dimension): string {
  return dimension === "pricing" ? (cell.free ? "free" : "paid") : cell[dimension];
}

function fits(cell: FacetCell, filters: FacetFilters, except?: Dimension): boolean {
  const dimensions: readonly Dimension[] = ["category", "framework", "pricing"];
  return dimensions.every(
    (dimension) =>
      dimension === except ||
      filters[dimension] === undefined ||
      filters[dimension] === choiceOf(cell, dimension),
  );
}

function countBy(
  cells: readonly FacetCell[],
  filters: FacetFilters,
  dimension: Dimension,
  choices: readonly string[],
): Record<string, number> {
  const counts = new Map(choices.map((choice) => [choice, 0]));
  for (const cell of cells) {
    const value = choiceOf(cell, dimension);
    if (fits(cell, filters, dimension)) counts.set(value, (counts.get(value) ?? 0) + Number(cell.count));
  }
  return Object.fromEntries(counts);
}

/** What each choice of a filter would show, the other filters kept. */
export function facetsOf(cells: readonly FacetCell[], filters: FacetFilters): Facets {
  return {
    category: countBy(cells, filters, "category", Category.options),
    framework: countBy(cells, filters, "framework", FrameworkName.options),
    pricing: countBy(cells, filters, "pricing", Pricing.options),
  };
}

/** How many agents the filters together show. */
export function totalOf(cells: readonly FacetCell[], filters: FacetFilters): number {
  return cells.reduce((sum, cell) => (fits(cell, filters) ? sum + Number(cell.count) : sum), 0);
}
