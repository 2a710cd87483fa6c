import type { AgentSummary } from "@stoa/contract/catalog";
import { TEXTS } from "@stoa/contract/texts";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useDeferredValue } from "react";
import { AgentCardSkeletons } from "../../components/agent-card-skeleton.tsx";
import { Button, getButtonClass } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { LoadMore } from "../../components/load-more.tsx";
import { hasStatus } from "../../lib/http-error.ts";
import type { useAgents } from "../../queries/agents.ts";
import { isFiltered, type MarketFilters } from "./filters.ts";

interface AgentGridProps {
  readonly agents: ReturnType<typeof useAgents>;
  readonly filters: MarketFilters;
  readonly onClear: () => void;
  readonly renderCard: (agent: AgentSummary) => ReactNode;
}

const GRID = "hairgrid sm:grid-cols-2 xl:grid-cols-3";

/** Says that no agent matches, and offers the next step. */
function NothingThere({ filters, onClear }: Pick<AgentGridProps, "filters" | "onClear">) {
  const { favourites, ...others } = filters;
  if (!isFiltered(filters)) {
    return (
      <EmptyState
        title={TEXTS.agents.empty}
        hint="Be the first to upload one."
        action={
          <Link to="/upload" className={getButtonClass("outline")}>
            Upload an agent
          </Link>
        }
      />
    );
  }
  const noneMarked = favourites !== undefined && !isFiltered(others);
  return (
    <EmptyState
      title={noneMarked ? "No favorites yet" : "No agents match"}
      hint={
        noneMarked
          ? "Click the heart on an agent's card to save it here."
          : "Remove a filter or try different words. Small typos are fine."
      }
      action={
        <Button variant="outline" onClick={onClear}>
          {noneMarked ? "Show all agents" : "Clear filters"}
        </Button>
      }
    />
  );
}

/** Shows the list, or its loading, empty or error state. If a refresh fails, keeps showing the previous list. */
export function AgentGrid({ agents, filters, onClear, renderCard }: AgentGridProps) {
  const href = useLocation({ select: (location) => location.href });
  // A phone takes a long time to render a screen of cards. Deferred rendering lets it handle taps in between.
  const data = useDeferredValue(agents.data);
  if (agents.isPending || (data === undefined && agents.data !== undefined)) {
    return (
      <div className={GRID}>
        <AgentCardSkeletons count={9} />
      </div>
    );
  }
  if (data === undefined) {
    if (hasStatus(agents.error, 401)) {
      return (
        <ErrorState
          title={TEXTS.agents.signInToView}
          action={
            <Link to="/signin" search={{ return: href }} className={getButtonClass("primary")}>
              Sign In
            </Link>
          }
        />
      );
    }
    return (
      <ErrorState
        title={TEXTS.agents.loadFailed}
        detail={TEXTS.agents.unable}
        onRetry={() => agents.refetch()}
      />
    );
  }
  const all = data.pages.flatMap((page) => page.agents);
  if (all.length === 0) {
    return (
      <div className="border border-line bg-surface">
        <NothingThere filters={filters} onClear={onClear} />
      </div>
    );
  }
  return (
    <>
      <div className={GRID} aria-busy={agents.isPlaceholderData}>
        {all.map(renderCard)}
      </div>
      <LoadMore
        hasMore={agents.hasNextPage}
        busy={agents.isFetchingNextPage}
        onMore={() => agents.fetchNextPage()}
        label="Load more agents"
      />
    </>
  );
}
