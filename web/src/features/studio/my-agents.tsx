import type { Agent } from "@stoa/contract/catalog";
import type { Revenue } from "@stoa/contract/ledger";
import { TEXTS } from "@stoa/contract/texts";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { SectionHeading } from "../../components/page-heading.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { formatPlural } from "../../lib/format.ts";
import { findMyAgents } from "./find-my-agents.ts";
import { MyAgentRow } from "./my-agent-row.tsx";
import { MyAgentsFilter } from "./my-agents-filter.tsx";
import { useStudioAddress } from "./studio-address.ts";

interface MyAgentsProps {
  readonly agents: readonly Agent[] | undefined;
  readonly failed: boolean;
  readonly revenues: ReadonlyMap<number, Revenue>;
  readonly onRetry: () => void;
  readonly onUpload: () => void;
}

/** Lists the developer's agents. The search and the filter run in the browser, because a developer has few agents. */
export function MyAgents(props: MyAgentsProps) {
  return (
    <section className="min-w-0">
      <SectionHeading title="My Agents" note={props.agents && formatPlural(props.agents.length, "agent")} />
      <MyAgentsFilter />
      <div className="border border-line bg-surface">
        <List {...props} />
      </div>
    </section>
  );
}

function List({ agents, failed, revenues, onRetry, onUpload }: MyAgentsProps) {
  const { search, change } = useStudioAddress();
  if (!agents) {
    return failed ? (
      <ErrorState title={TEXTS.agents.developerLoadFailed} onRetry={onRetry} />
    ) : (
      <div className="grid gap-px">
        <Skeleton className="h-18" />
        <Skeleton className="h-18" />
        <Skeleton className="h-18" />
      </div>
    );
  }
  if (agents.length === 0) {
    return (
      <EmptyState
        title="No agents yet"
        hint="One Python file with a function is enough. We check and test it before it is listed."
        action={<Button onClick={onUpload}>Upload your first agent</Button>}
      />
    );
  }
  const found = findMyAgents(agents, search.search, search.show);
  if (found.length === 0) {
    return (
      <EmptyState
        title="No agents match"
        hint="Try different words, or show all."
        action={
          <Button variant="outline" onClick={() => change({ ...search, search: undefined, show: undefined })}>
            Show all
          </Button>
        }
      />
    );
  }
  return (
    <ul className="divide-y divide-line">
      {found.map((agent) => (
        <MyAgentRow key={agent.id} agent={agent} revenue={revenues.get(agent.id)} />
      ))}
    </ul>
  );
}
