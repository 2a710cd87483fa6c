import { Category, type Facets, FrameworkName, Pricing } from "@stoa/contract";

/** The number of agents that share these properties. All totals and facets of a list are computed from its cells. */
export interface FacetCell {
  category: string;
  framework: string;
  free: boolean;
  /** The offered models that these agents use. */
  models: string[];
  count: bigint;
}

export interface FacetFilters {
  category?: string | undefined;
  framework?: string | undefined;
  pricing?: string | undefined;
  model?: string | undefined;
}

type Dimension = keyof FacetFilters;

const DIMENSIONS: readonly Dimension[] = ["category", "framework", "pricing", "model"];

/** Returns the values of a cell's agents in one dimension. An agent can have several models, or none. */
function getChoices(cell: FacetCell, dimension: Dimension): readonly string[] {
  if (dimension === "model") return cell.models;
  return [dimension === "pricing" ? (cell.free ? "free" : "paid") : cell[dimension]];
}

function fits(cell: FacetCell, filters: FacetFilters, except?: Dimension): boolean {
  return DIMENSIONS.every((dimension) => {
    const wanted = filters[dimension];
    return dimension === except || wanted === undefined || getChoices(cell, dimension).includes(wanted);
  });
}

function countBy(
  cells: readonly FacetCell[],
  filters: FacetFilters,
  dimension: Dimension,
  choices: readonly string[],
): Record<string, number> {
  const counts = new Map(choices.map((choice) => [choice, 0]));
  for (const cell of cells) {
    if (!fits(cell, filters, dimension)) continue;
    for (const value of getChoices(cell, dimension))
      counts.set(value, (counts.get(value) ?? 0) + Number(cell.count));
  }
  return Object.fromEntries(counts);
}

/** Counts the agents for each value of each filter while the other filters stay the same. */
export function countFacets(cells: readonly FacetCell[], filters: FacetFilters): Facets {
  return {
    category: countBy(cells, filters, "category", Category.options),
    framework: countBy(cells, filters, "framework", FrameworkName.options),
    pricing: countBy(cells, filters, "pricing", Pricing.options),
    model: countBy(cells, filters, "model", filters.model === undefined ? [] : [filters.model]),
  };
}

/** Counts the agents that match all filters. */
export function countMatches(cells: readonly FacetCell[], filters: FacetFilters): number {
  return cells.reduce((sum, cell) => (fits(cell, filters) ? sum + Number(cell.count) : sum), 0);
}
