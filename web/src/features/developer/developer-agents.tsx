import type { AgentSort, AgentSummary } from "@stoa/contract/catalog";
import { TEXTS } from "@stoa/contract/texts";
import type { ReactNode } from "react";
import { AgentCard } from "../../components/agent-card.tsx";
import { AgentCardSkeletons } from "../../components/agent-card-skeleton.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { FavoriteButton } from "../../components/favorite-button.tsx";
import { LoadMore } from "../../components/load-more.tsx";
import { useAgents } from "../../queries/agents.ts";

/** The number of agents per page: four rows of three. */
const PAGE_SIZE = 12;
const GRID = "hairgrid sm:grid-cols-2 lg:grid-cols-3";

export interface DeveloperAgentsProps {
  readonly username: string;
  readonly sort: AgentSort | undefined;
  /** The number of agents, which is also the number of placeholders while they load. */
  readonly count: number;
  readonly renderAgentLink: (agent: AgentSummary, name: string) => ReactNode;
}

/** Lists a developer's listed agents, page by page. */
export function DeveloperAgents({ username, sort, count, renderAgentLink }: DeveloperAgentsProps) {
  const agents = useAgents({ developer: username, sort, limit: PAGE_SIZE });
  if (agents.isPending) {
    return (
      <div className={GRID}>
        <AgentCardSkeletons count={Math.min(count, PAGE_SIZE)} />
      </div>
    );
  }
  if (agents.data === undefined) {
    return (
      <ErrorState
        title={TEXTS.agents.loadFailed}
        detail={TEXTS.agents.unable}
        onRetry={() => agents.refetch()}
      />
    );
  }
  return (
    <>
      <div className={GRID} aria-busy={agents.isPlaceholderData}>
        {agents.data.pages
          .flatMap((page) => page.agents)
          .map((agent) => (
            <AgentCard
              key={agent.id}
              agent={agent}
              link={(name) => renderAgentLink(agent, name)}
              actions={<FavoriteButton agent={agent} />}
            />
          ))}
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
