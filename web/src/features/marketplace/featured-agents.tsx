import type { AgentSummary } from "@stoa/contract/catalog";
import { SCREEN } from "@stoa/contract/limits";
import type { ReactNode } from "react";
import { SectionHeading } from "../../components/page-heading.tsx";
import { cx } from "../../lib/class-names.ts";
import { useAgents } from "../../queries/agents.ts";

/** One row of the grid. */
const SHOWN = 3;

export interface FeaturedAgentsProps {
  readonly card: (agent: AgentSummary) => ReactNode;
}

/** As many columns as there are agents, so that the row has no empty place. */
const COLUMNS = ["", "", "sm:grid-cols-2", "lg:grid-cols-3"] as const;

/** The agents with the most executions above the bound; without any, the block is not there. */
export function FeaturedAgents({ card }: FeaturedAgentsProps) {
  const agents = useAgents({ sort: "most_run", limit: SHOWN });
  const featured = (agents.data?.pages[0]?.agents ?? []).filter(
    (agent) => agent.total_executions > SCREEN.featuredAboveExecutions,
  );
  if (featured.length === 0) return null;
  return (
    <section className="mb-10">
      <SectionHeading title="Featured Agents" />
      <div className={cx("hairgrid", COLUMNS[featured.length])}>{featured.map(card)}</div>
    </section>
  );
}
