import type { AgentSummary } from "@stoa/contract/catalog";
import { type ReactNode, useCallback } from "react";
import { AgentCard } from "../../components/agent-card.tsx";
import { FavouriteButton } from "../../components/favourite-button.tsx";
import { PageHeading, SectionHeading } from "../../components/page-heading.tsx";
import { formatPlural } from "../../lib/format.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { useAgents } from "../../queries/agents.ts";
import { ActiveFilters } from "./active-filters.tsx";
import { AgentGrid } from "./agent-grid.tsx";
import { CompareToggle, type CompareToggleProps } from "./compare-toggle.tsx";
import { CompareTray } from "./compare-tray.tsx";
import { Facets } from "./facets.tsx";
import { FeaturedAgents } from "./featured-agents.tsx";
import { isFiltered, type MarketFilters } from "./filters.ts";
import { MarketToolbar } from "./market-toolbar.tsx";
import { NeedBox, type NeedBoxProps } from "./need-box.tsx";
import { NeedResults } from "./need-results.tsx";

/** A full grid of three columns. */
const PAGE_SIZE = 24;

interface BrowseProps {
  readonly filters: MarketFilters;
  readonly onFilters: (next: MarketFilters) => void;
  readonly card: (agent: AgentSummary) => ReactNode;
}

export interface MarketplacePageProps
  extends Omit<BrowseProps, "card">,
    NeedBoxProps,
    Omit<CompareToggleProps, "agent"> {
  /** The link that opens an agent; it keeps the filters in the address. */
  readonly agentLink: (agent: AgentSummary, name: string) => ReactNode;
}

/** The marketplace: found by need, or by words and facets; the address is the state. */
export function MarketplacePage(props: MarketplacePageProps) {
  const { filters, onFilters, need, onNeed, compared, onCompared, agentLink } = props;
  useDocumentTitle("Marketplace");
  const actions = (agent: AgentSummary) => (
    <>
      <CompareToggle agent={agent} compared={compared} onCompared={onCompared} />
      <FavouriteButton agent={agent} />
    </>
  );
  const card = (agent: AgentSummary) => (
    <AgentCard
      key={agent.id}
      agent={agent}
      link={(name) => agentLink(agent, name)}
      actions={actions(agent)}
    />
  );
  return (
    <>
      <div className="page pt-8">
        <PageHeading
          title="Agent Marketplace"
          subtitle="Every agent with its price per token and what its runs have shown. Say what you need, or look around."
        />
        <div className="mt-6">
          <NeedBox need={need} onNeed={onNeed} />
        </div>
        <div className="mt-8">
          {need ? (
            <NeedResults need={need} onNeed={onNeed} agentLink={agentLink} actions={actions} />
          ) : (
            <Browse filters={filters} onFilters={onFilters} card={card} />
          )}
        </div>
      </div>
      <CompareTray compared={compared} onCompared={onCompared} />
    </>
  );
}

/** Search, facets with counts, a hairline grid of agents. */
function Browse({ filters, onFilters, card }: BrowseProps) {
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
        {!filtered && <FeaturedAgents card={card} />}
        <SectionHeading
          title={filtered ? "Search Results" : "All Agents"}
          note={first ? formatPlural(first.total, "agent") : agents.isPending ? "Loading agents" : undefined}
        />
        <ActiveFilters filters={filters} onChange={change} onClear={clear} />
        <AgentGrid agents={agents} filters={filters} onClear={clear} card={card} />
      </div>
    </div>
  );
}
