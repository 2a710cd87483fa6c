import type { AgentSummary } from "@stoa/contract/catalog";
import { type ReactNode, useCallback } from "react";
import { AgentCard } from "../../components/agent-card.tsx";
import { SectionHeading } from "../../components/page-heading.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { SegmentedControl } from "../../components/segmented-control.tsx";
import { Select } from "../../components/select.tsx";
import { AgentSort, Pricing } from "../../lib/contract.ts";
import { formatPlural } from "../../lib/format.ts";
import { useAgents } from "../../lib/queries/use-agents.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { ActiveFilters } from "./active-filters.tsx";
import { AgentGrid } from "./agent-grid.tsx";
import { Facets } from "./facets.tsx";
import { FeaturedAgents } from "./featured-agents.tsx";
import { FilterDrawer } from "./filter-drawer.tsx";
import { isFiltered, type MarketFilters } from "./filters.ts";

const SORTS = [
  { value: "most_run", label: "Most run" },
  { value: "best_rated", label: "Best rated" },
  { value: "newest", label: "Newest" },
  { value: "cheapest", label: "Cheapest" },
  { value: "fastest", label: "Fastest" },
] as const satisfies ReadonlyArray<{ value: AgentSort; label: string }>;

const PRICINGS = [
  { value: "all", label: "All" },
  { value: "free", label: "Free" },
  { value: "paid", label: "Paid" },
] as const;

/** A full grid of three columns. */
const PAGE_SIZE = 24;

export interface MarketplacePageProps {
  readonly filters: MarketFilters;
  readonly onFilters: (next: MarketFilters) => void;
  /** The link that opens an agent; it keeps the filters in the address. */
  readonly agentLink: (agent: AgentSummary, name: string) => ReactNode;
}

/** The marketplace: search, facets with counts, a hairline grid of agents; the address is the state. */
export function MarketplacePage({ filters, onFilters, agentLink }: MarketplacePageProps) {
  useDocumentTitle("Marketplace");
  const agents = useAgents({ ...filters, limit: PAGE_SIZE });
  const first = agents.data?.pages[0];
  const filtered = isFiltered(filters);
  const change = useCallback(
    (part: MarketFilters) => onFilters({ ...filters, ...part }),
    [filters, onFilters],
  );
  const search = useCallback((text: string) => change({ search: text || undefined }), [change]);
  const clear = () => onFilters(filters.sort ? { sort: filters.sort } : {});
  const card = (agent: AgentSummary) => (
    <AgentCard key={agent.id} agent={agent} link={(name) => agentLink(agent, name)} />
  );

  return (
    <div className="page grid gap-8 pt-8 md:grid-cols-[13rem_1fr] lg:grid-cols-[15rem_1fr]">
      <h1 className="sr-only">Agent Marketplace</h1>
      <aside aria-label="Filters" className="max-md:hidden">
        <div className="sticky top-22">
          <Facets filters={filters} counts={first?.facets} onChange={change} />
        </div>
      </aside>
      <div className="min-w-0">
        <div className="mb-8 flex flex-wrap gap-2 md:flex-nowrap">
          <div className="flex w-full min-w-0 md:flex-1">
            <SearchField label="Search agents" onSlash value={filters.search ?? ""} onChange={search} />
          </div>
          <SegmentedControl
            label="Pricing"
            value={filters.pricing ?? "all"}
            options={PRICINGS}
            onChange={(value) => change({ pricing: Pricing.options.find((option) => option === value) })}
          />
          <Select
            aria-label="Sort"
            className="w-36 max-md:w-auto max-md:min-w-0 max-md:flex-1 [&>select]:text-14 [&>select]:font-medium md:[&>select]:h-10"
            value={filters.sort ?? "most_run"}
            options={SORTS}
            onChange={(event) => {
              const sort = AgentSort.options.find((option) => option === event.target.value);
              change({ sort: sort === "most_run" ? undefined : sort });
            }}
          />
          <span className="md:hidden">
            <FilterDrawer filters={filters} counts={first?.facets} total={first?.total} onChange={change} />
          </span>
        </div>
        {!filtered && <FeaturedAgents card={card} />}
        <SectionHeading
          title={filtered ? "Search Results" : "All Agents"}
          note={first ? formatPlural(first.total, "agent") : agents.isPending ? "Loading agents" : undefined}
        />
        <ActiveFilters filters={filters} onChange={change} onClear={clear} />
        <AgentGrid agents={agents} filtered={filtered} onClear={clear} card={card} />
      </div>
    </div>
  );
}
