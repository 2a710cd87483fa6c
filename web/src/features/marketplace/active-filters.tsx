import { CATEGORY_NAMES, FRAMEWORK_NAMES } from "@stoa/contract/catalog-labels";
import { FilterChip } from "../../components/filter-chip.tsx";
import { isFiltered, type MarketFilters } from "./filters.ts";

export interface ActiveFiltersProps {
  readonly filters: MarketFilters;
  readonly onChange: (change: MarketFilters) => void;
  readonly onClear: () => void;
}

/** The filters in use as chips that can be taken away. */
export function ActiveFilters({ filters, onChange, onClear }: ActiveFiltersProps) {
  if (!isFiltered(filters)) return null;
  const { search, category, framework, pricing, model, favourites } = filters;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      {search && <FilterChip label={`“${search}”`} onRemove={() => onChange({ search: undefined })} />}
      {category && (
        <FilterChip label={CATEGORY_NAMES[category]} onRemove={() => onChange({ category: undefined })} />
      )}
      {framework && (
        <FilterChip label={FRAMEWORK_NAMES[framework]} onRemove={() => onChange({ framework: undefined })} />
      )}
      {pricing && (
        <FilterChip
          label={pricing === "free" ? "Free" : "Paid"}
          onRemove={() => onChange({ pricing: undefined })}
        />
      )}
      {model && <FilterChip label={model} onRemove={() => onChange({ model: undefined })} />}
      {favourites && <FilterChip label="Favourites" onRemove={() => onChange({ favourites: undefined })} />}
      <button type="button" onClick={onClear} className="link px-1 py-1.5 text-14 max-md:py-3">
        Clear filters
      </button>
    </div>
  );
}
