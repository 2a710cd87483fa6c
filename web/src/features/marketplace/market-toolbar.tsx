import type { AgentList } from "@stoa/contract/catalog";
import { AGENT_ORDERS, PRICINGS } from "@stoa/contract/catalog-labels";
import { SlidersHorizontal } from "lucide-react";
import { useCallback, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { SegmentedControl } from "../../components/segmented-control.tsx";
import { Select } from "../../components/select.tsx";
import { AGENT_SORTS } from "../../lib/agent-sorts.ts";
import { Facets, type FacetsProps } from "./facets.tsx";
import type { MarketFilters } from "./filters.ts";

/** Shows the filters on a phone in a drawer, whose close button shows the number of results. */
function FilterDrawer({ total, ...facets }: FacetsProps & { readonly total: number | undefined }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Filters" onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden="true" size={16} />
      </IconButton>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Filters"
        footer={
          <Button className="w-full" onClick={() => setOpen(false)}>
            {total === undefined ? "Show agents" : `Show ${total} ${total === 1 ? "agent" : "agents"}`}
          </Button>
        }
      >
        <Facets {...facets} />
      </Dialog>
    </>
  );
}

interface MarketToolbarProps {
  readonly filters: MarketFilters;
  /** The current list, which has the counts for the filters. */
  readonly list: Pick<AgentList, "facets" | "total"> | undefined;
  readonly onChange: (change: MarketFilters) => void;
}

/** The default order of a search: how well agents match the search text. */
const BEST_MATCH = { value: "relevance", label: "Best match" } as const;

/** Shows search, pricing, sort and, on a phone, the drawer with the other filters. */
export function MarketToolbar({ filters, list, onChange }: MarketToolbarProps) {
  const search = useCallback((text: string) => onChange({ search: text || undefined }), [onChange]);
  const unsorted = filters.search ? BEST_MATCH.value : "most_run";
  const counts = list?.facets.pricing;
  const pricings = [
    { value: "all", label: "All", count: counts && (counts.free ?? 0) + (counts.paid ?? 0) },
    { value: "free", label: "Free", count: counts?.free },
    { value: "paid", label: "Paid", count: counts?.paid },
  ] as const;
  return (
    <div className="mb-8 flex flex-wrap gap-2 xl:flex-nowrap">
      <div className="flex w-full min-w-0 gap-2 xl:flex-1">
        <SearchField label="Search agents" onSlash value={filters.search ?? ""} onChange={search} />
        <span className="md:hidden">
          <FilterDrawer filters={filters} counts={list?.facets} total={list?.total} onChange={onChange} />
        </span>
      </div>
      <SegmentedControl
        label="Pricing"
        value={filters.pricing ?? "all"}
        options={pricings}
        onChange={(value) => onChange({ pricing: PRICINGS.find((option) => option === value) })}
      />
      <Select
        aria-label="Sort"
        className="w-36 max-md:w-auto max-md:min-w-0 max-md:flex-1 [&>select]:text-14 [&>select]:font-medium md:[&>select]:h-10"
        value={filters.sort ?? unsorted}
        options={filters.search ? [BEST_MATCH, ...AGENT_SORTS] : AGENT_SORTS}
        onChange={({ target }) =>
          onChange({
            sort: AGENT_ORDERS.find((option) => option === target.value && option !== unsorted),
          })
        }
      />
    </div>
  );
}
