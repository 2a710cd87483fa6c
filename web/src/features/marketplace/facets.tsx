import type { Facets as FacetCounts } from "@stoa/contract/catalog";
import { CATEGORIES, CATEGORY_NAMES, FRAMEWORK_NAMES, FRAMEWORKS } from "@stoa/contract/catalog-labels";
import { Heart } from "lucide-react";
import { FacetList, type FacetOption } from "../../components/facet-list.tsx";
import { formatCount } from "../../lib/format.ts";
import { useSignedIn } from "../../lib/session.ts";
import { useFavorites } from "../../queries/favorites.ts";
import type { MarketFilters } from "./filters.ts";

interface FavoritesFilterProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function FavoritesFilter({ checked, onChange }: FavoritesFilterProps) {
  const signedIn = useSignedIn();
  const favorites = useFavorites();
  if (!signedIn) return null;
  return (
    <label className="relative flex h-9 cursor-pointer select-none items-center gap-2 rounded-2 border border-control px-2 text-14 has-checked:border-ink has-checked:bg-ink has-checked:text-bg has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1 max-md:h-11 not-has-checked:hover:bg-sunken">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      <Heart aria-hidden="true" size={14} className={checked ? "fill-current" : undefined} />
      <span className="flex-1">My favorites</span>
      {favorites.data && <span className="mono text-12">{formatCount(favorites.data.size)}</span>}
    </label>
  );
}

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

/**
 * The number of listed models: as many as fit next to the list of agents. The URL can filter by any other model.
 */
const MODELS_SHOWN = 8;

/** Returns the models that most agents use, and the chosen one. */
function createModelOptions(
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

/** Shows the filters by category, framework and model, each choice with its result count. */
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
      <FavoritesFilter
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
        options={createModelOptions(counts?.model, filters.model)}
        onChange={(value) => onChange({ model: value === ALL ? undefined : value })}
      />
    </div>
  );
}
