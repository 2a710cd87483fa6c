import type { Facets as FacetCounts } from "@stoa/contract/catalog";
import { CATEGORIES, CATEGORY_NAMES, FRAMEWORK_NAMES, FRAMEWORKS } from "@stoa/contract/catalog-words";
import { FacetList, type FacetOption } from "../../components/facet-list.tsx";
import { FavouritesFilter } from "./favourites-filter.tsx";
import type { MarketFilters } from "./filters.ts";

export interface FacetsProps {
  readonly filters: MarketFilters;
  readonly counts: FacetCounts | undefined;
  readonly onChange: (change: MarketFilters) => void;
}

const ALL = "all";

function withAll(
  options: readonly FacetOption[],
  counts: Readonly<Record<string, number>> | undefined,
): FacetOption[] {
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  return [{ value: ALL, label: "All", count: total }, ...options];
}

/** Category and framework, each with what it would show. */
export function Facets({ filters, counts, onChange }: FacetsProps) {
  const categories = CATEGORIES.map((value) => ({
    value,
    label: CATEGORY_NAMES[value],
    count: counts && (counts.category[value] ?? 0),
  }));
  const frameworks = FRAMEWORKS.map((value) => ({
    value,
    label: FRAMEWORK_NAMES[value],
    count: counts && (counts.framework[value] ?? 0),
  }));
  return (
    <div className="grid gap-8">
      <FavouritesFilter
        checked={filters.favourites === "true"}
        onChange={(checked) => onChange({ favourites: checked ? "true" : undefined })}
      />
      <FacetList
        title="Category"
        value={filters.category ?? ALL}
        options={withAll(categories, counts?.category)}
        onChange={(value) => onChange({ category: CATEGORIES.find((option) => option === value) })}
      />
      <FacetList
        title="Framework"
        value={filters.framework ?? ALL}
        options={withAll(frameworks, counts?.framework)}
        onChange={(value) => onChange({ framework: FRAMEWORKS.find((option) => option === value) })}
      />
    </div>
  );
}
