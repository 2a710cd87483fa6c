import { AgentCard } from "../../components/agent-card.tsx";
import { AgentCardSkeleton } from "../../components/agent-card-skeleton.tsx";
import { FavouriteButton } from "../../components/favourite-button.tsx";
import { RatingSummary } from "../../components/reviews/rating-summary.tsx";
import { AGENT, NEW_AGENT, RATINGS } from "./samples.ts";
import { Shelf } from "./shelf.tsx";

/** Agents: measured, not measured yet, not loaded yet; what people think of one. */
export function AgentsShelf() {
  return (
    <Shelf title="Agents">
      <div className="hairgrid w-full md:grid-cols-3">
        {[AGENT, NEW_AGENT].map((agent) => (
          <AgentCard
            key={agent.id}
            agent={agent}
            link={(name) => <a href="#agents">{name}</a>}
            actions={<FavouriteButton agent={agent} />}
          />
        ))}
        <AgentCardSkeleton />
      </div>
      <div className="w-full max-w-xl">
        <RatingSummary list={RATINGS} />
      </div>
    </Shelf>
  );
}
