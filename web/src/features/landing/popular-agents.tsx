import { TEXTS } from "@stoa/contract/texts";
import { Link } from "@tanstack/react-router";
import { useDeferredValue } from "react";
import { AgentCard } from "../../components/agent-card.tsx";
import { AgentCardSkeletons } from "../../components/agent-card-skeleton.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { useAgents } from "../../queries/agents.ts";

const SHOWN = 4;

/** Shows the agents on this server that have the most runs. */
export default function PopularAgents() {
  const agents = useAgents({ sort: "most_run", limit: SHOWN });
  // Rendering is deferred as in the marketplace, so that a phone handles taps while it renders the cards.
  const data = useDeferredValue(agents.data);
  if (agents.isPending || (data === undefined && agents.data !== undefined))
    return <AgentCardSkeletons count={SHOWN} />;
  if (data === undefined) {
    return (
      <div className="col-span-full">
        <ErrorState title={TEXTS.agents.loadFailed} onRetry={() => agents.refetch()} />
      </div>
    );
  }
  const shown = data.pages[0]?.agents ?? [];
  if (shown.length === 0) {
    return (
      <div className="col-span-full">
        <EmptyState title={TEXTS.agents.empty} hint="Upload the first one in the Developer Studio." />
      </div>
    );
  }
  return shown.map((agent) => (
    <AgentCard
      key={agent.id}
      agent={agent}
      link={(name) => (
        <Link to="/marketplace" search={{ agent: agent.id }} className="after:absolute after:inset-0">
          {name}
        </Link>
      )}
    />
  ));
}
