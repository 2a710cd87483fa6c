import type { AgentSummary } from "@stoa/contract/catalog";
import { SCREEN } from "@stoa/contract/limits";
import type { ReactNode } from "react";
import { SectionHeading } from "../../components/page-heading.tsx";
import { useAgents } from "../../lib/queries/use-agents.ts";

/** One row of the grid. */
const SHOWN = 3;

export interface FeaturedAgentsProps {
  readonly card: (agent: AgentSummary) => ReactNode;
}

/** Agents above 500 executions (section 9); without any the block is not there (reading 13). */
export function FeaturedAgents({ card }: FeaturedAgentsProps) {
  const agents = useAgents({ sort: "most_run", limit: SHOWN });
  const featured = (agents.data?.pages[0]?.agents ?? []).filter(
    (agent) => agent.total_executions > SCREEN.featuredAboveExecutions,
  );
  if (featured.length === 0) return null;
  return (
    <section className="mb-10">
      <SectionHeading title="Featured Agents" />
      <div className="hairgrid sm:grid-cols-2 xl:grid-cols-3">{featured.map(card)}</div>
    </section>
  );
}
