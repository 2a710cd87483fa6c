import type { Facets as FacetCounts } from "@stoa/contract/catalog";
import { CATEGORIES, CATEGORY_NAMES, FRAMEWORK_NAMES, FRAMEWORKS } from "@stoa/contract/catalog-labels";
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

/** As many models as fit beside the list; the others can be found by their name in the address. */
const MODELS_SHOWN = 8;

/** The models that most agents use, and the chosen one. */
function modelOptions(
  counts: Readonly<Record<string, number>> | undefined,
  chosen: string | undefined,
): FacetOption[] {
  const byUse = Object.entries(counts ?? {}).sort(
    ([a, one], [b, other]) => other - one || a.localeCompare(b),
  );
  const shown = byUse.slice(0, MODELS_SHOWN).map(([value, count]) => ({ value, label: value, count }));
  if (chosen !== undefined && shown.every(({ value }) => value !== chosen))
    shown.push({ value: chosen, label: chosen, count: counts?.[chosen] ?? 0 });
  return [{ value: ALL, label: "All" }, ...shown];
}

/** Category, framework and model, each with what it would show. */
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
      <FacetList
        title="Model"
        value={filters.model ?? ALL}
        options={modelOptions(counts?.model, filters.model)}
        onChange={(value) => onChange({ model: value === ALL ? undefined : value })}
      />
    </div>
  );
}
