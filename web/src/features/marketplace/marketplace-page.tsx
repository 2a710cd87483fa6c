import type { AgentSummary } from "@stoa/contract/catalog";
import { CATEGORY_NAMES, FRAMEWORK_NAMES } from "@stoa/contract/catalog-labels";
import { SCREEN } from "@stoa/contract/limits";
import { type ReactNode, useCallback } from "react";
import { AgentCard } from "../../components/agent-card.tsx";
import { FavoriteButton } from "../../components/favorite-button.tsx";
import { FilterChip } from "../../components/filter-chip.tsx";
import { PageHeading, SectionHeading } from "../../components/page-heading.tsx";
import { cx } from "../../lib/class-names.ts";
import { formatPlural } from "../../lib/format.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { useAgents } from "../../queries/agents.ts";
import { AgentGrid } from "./agent-grid.tsx";
import { CompareToggle, type CompareToggleProps } from "./compare-toggle.tsx";
import { CompareTray } from "./compare-tray.tsx";
import { Facets } from "./facets.tsx";
import { isFiltered, type MarketFilters } from "./filters.ts";
import { MarketToolbar } from "./market-toolbar.tsx";
import { NeedBox, type NeedBoxProps } from "./need-box.tsx";
import { NeedResults } from "./need-results.tsx";

/** The number of featured agents: one row of the grid. */
const SHOWN = 3;

interface FeaturedAgentsProps {
  readonly renderCard: (agent: AgentSummary) => ReactNode;
}

/** The grid's classes by the number of agents: one column per agent, so that the row has no gap. */
const COLUMNS = ["", "", "sm:grid-cols-2", "lg:grid-cols-3"] as const;

/** Shows the most executed agents that have more executions than the minimum; nothing if there are none. */
function FeaturedAgents({ renderCard }: FeaturedAgentsProps) {
  const agents = useAgents({ sort: "most_run", limit: SHOWN });
  const featured = (agents.data?.pages[0]?.agents ?? []).filter(
    (agent) => agent.total_executions > SCREEN.featuredAboveExecutions,
  );
  if (featured.length === 0) return null;
  return (
    <section className="mb-10">
      <SectionHeading title="Featured Agents" />
      <div className={cx("hairgrid", COLUMNS[featured.length])}>{featured.map(renderCard)}</div>
    </section>
  );
}

interface ActiveFiltersProps {
  readonly filters: MarketFilters;
  readonly onChange: (change: MarketFilters) => void;
  readonly onClear: () => void;
}

/** Shows the active filters as chips that can be removed. */
function ActiveFilters({ filters, onChange, onClear }: ActiveFiltersProps) {
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
      {favourites && <FilterChip label="Favorites" onRemove={() => onChange({ favourites: undefined })} />}
      <button type="button" onClick={onClear} className="link px-1 py-1.5 text-14 max-md:py-3">
        Clear filters
      </button>
    </div>
  );
}

/** The number of cards that fill a grid of three columns. */
const PAGE_SIZE = 24;

interface BrowseProps {
  readonly filters: MarketFilters;
  readonly onFilters: (next: MarketFilters) => void;
  readonly renderCard: (agent: AgentSummary) => ReactNode;
}

export interface MarketplacePageProps
  extends Omit<BrowseProps, "renderCard">,
    NeedBoxProps,
    Omit<CompareToggleProps, "agent"> {
  /** Renders the link that opens an agent and keeps the filters in the URL. */
  readonly renderAgentLink: (agent: AgentSummary, name: string) => ReactNode;
}

/** Shows the marketplace. Users describe a need, or search by text and facets. The URL holds the state. */
export function MarketplacePage(props: MarketplacePageProps) {
  const { filters, onFilters, need, onNeed, compared, onCompared, renderAgentLink } = props;
  useDocumentTitle("Marketplace");
  const renderActions = (agent: AgentSummary) => (
    <>
      <CompareToggle agent={agent} compared={compared} onCompared={onCompared} />
      <FavoriteButton agent={agent} />
    </>
  );
  const renderCard = (agent: AgentSummary) => (
    <AgentCard
      key={agent.id}
      agent={agent}
      link={(name) => renderAgentLink(agent, name)}
      actions={renderActions(agent)}
    />
  );
  return (
    <>
      <div className="page pt-8">
        <PageHeading
          title="Agent Marketplace"
          subtitle="Compare price, speed and success rate. Describe what you need, or browse."
        />
        <div className="mt-6">
          <NeedBox need={need} onNeed={onNeed} />
        </div>
        <div className="mt-8">
          {need ? (
            <NeedResults
              need={need}
              onNeed={onNeed}
              renderAgentLink={renderAgentLink}
              actions={renderActions}
            />
          ) : (
            <Browse filters={filters} onFilters={onFilters} renderCard={renderCard} />
          )}
        </div>
      </div>
      <CompareTray compared={compared} onCompared={onCompared} />
    </>
  );
}

/** Shows the search, facets with counts, and a grid of agents. */
function Browse({ filters, onFilters, renderCard }: BrowseProps) {
  const agents = useAgents({ ...filters, limit: PAGE_SIZE });
  const first = agents.data?.pages[0];
  const filtered = isFiltered(filters);
  const change = useCallback(
    (part: MarketFilters) => onFilters({ ...filters, ...part }),
    [filters, onFilters],
  );
  const clear = () => onFilters(filters.sort ? { sort: filters.sort } : {});
  return (
    <div className="grid gap-8 md:grid-cols-[13rem_1fr] lg:grid-cols-[15rem_1fr]">
      <aside aria-label="Filters" className="max-md:hidden">
        <div className="sticky top-20 -m-0.5 max-h-[calc(100dvh-6rem)] overflow-y-auto p-0.5 [scrollbar-width:thin]">
          <Facets filters={filters} counts={first?.facets} onChange={change} />
        </div>
      </aside>
      <div className="min-w-0">
        <MarketToolbar filters={filters} list={first} onChange={change} />
        {!filtered && <FeaturedAgents renderCard={renderCard} />}
        <SectionHeading
          title={filtered ? "Search Results" : "All Agents"}
          note={first ? formatPlural(first.total, "agent") : agents.isPending ? "Loading agents" : undefined}
        />
        <ActiveFilters filters={filters} onChange={change} onClear={clear} />
        <AgentGrid agents={agents} filters={filters} onClear={clear} renderCard={renderCard} />
      </div>
    </div>
  );
}
