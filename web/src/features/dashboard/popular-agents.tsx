import { TEXTS } from "@stoa/contract/texts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { AgentCard } from "../../components/agent-card.tsx";
import { AgentCardSkeletons } from "../../components/agent-card-skeleton.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { SectionHeading } from "../../components/page-heading.tsx";
import { useAgents } from "../../queries/agents.ts";

const SHOWN = 4;

/** Shows popular agents, or says that they are loading, that there are none or that loading failed. */
export function PopularAgents() {
  return (
    <section>
      <SectionHeading
        title="Popular Agents"
        aside={
          <Link to="/marketplace" className="link-alone text-14">
            View all
          </Link>
        }
      />
      <PopularList />
    </section>
  );
}

function PopularList(): ReactNode {
  const agents = useAgents({ sort: "most_run", limit: SHOWN });
  const shown = agents.data?.pages[0]?.agents;
  if (shown === undefined && agents.isError) {
    return (
      <Framed>
        <ErrorState
          title={TEXTS.agents.loadFailed}
          detail={TEXTS.agents.unable}
          onRetry={() => agents.refetch()}
        />
      </Framed>
    );
  }
  if (shown?.length === 0) {
    return (
      <Framed>
        <EmptyState title={TEXTS.agents.empty} hint="Upload the first one in the Developer Studio." />
      </Framed>
    );
  }
  return (
    <div className="hairgrid sm:grid-cols-2 lg:grid-cols-4">
      {shown === undefined ? (
        <AgentCardSkeletons count={SHOWN} />
      ) : (
        shown.map((agent) => (
          <AgentCard
            key={agent.id}
            agent={agent}
            link={(name) => (
              <Link
                to="/agent/$id"
                params={{ id: String(agent.id) }}
                className="after:absolute after:inset-0"
              >
                {name}
              </Link>
            )}
          />
        ))
      )}
    </div>
  );
}

function Framed({ children }: { readonly children: ReactNode }) {
  return <div className="border border-line bg-surface">{children}</div>;
}
