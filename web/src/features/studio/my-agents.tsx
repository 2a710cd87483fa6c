import type { Agent } from "@stoa/contract/catalog";
import type { Revenue } from "@stoa/contract/ledger";
import { TEXTS } from "@stoa/contract/texts";
import { ListFilter } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { Input } from "../../components/input.tsx";
import { SectionHeading } from "../../components/page-heading.tsx";
import { SegmentedControl } from "../../components/segmented-control.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { formatPlural } from "../../lib/format.ts";
import { MyAgentRow } from "./my-agent-row.tsx";

type Shown = "all" | "active" | "inactive";

export interface MyAgentsProps {
  readonly agents: readonly Agent[] | undefined;
  readonly failed: boolean;
  readonly revenues: ReadonlyMap<number, Revenue>;
  readonly onRetry: () => void;
  readonly onUpload: () => void;
}

/** The developer's agents: searched and filtered here, for there are few. */
export function MyAgents({ agents, failed, revenues, onRetry, onUpload }: MyAgentsProps) {
  const [search, setSearch] = useState("");
  const [filtering, setFiltering] = useState(false);
  const [shown, setShown] = useState<Shown>("all");
  const wanted = search.trim().toLowerCase();
  const found = agents?.filter(
    (agent) =>
      (shown === "all" || agent.is_active === (shown === "active")) &&
      `${agent.name} ${agent.description}`.toLowerCase().includes(wanted),
  );

  return (
    <section className="min-w-0">
      <SectionHeading title="My Agents" note={agents && formatPlural(agents.length, "agent")} />
      <div className="mb-3 flex flex-wrap gap-2">
        <Input
          type="search"
          aria-label="Search my agents"
          placeholder="Search my agents"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="min-w-48 flex-1 basis-48 md:h-10"
        />
        <Button
          variant="outline"
          aria-expanded={filtering}
          icon={<ListFilter aria-hidden="true" size={16} />}
          onClick={() => setFiltering(!filtering)}
        >
          Filter
        </Button>
        {filtering && (
          <SegmentedControl
            label="Show"
            value={shown}
            onChange={setShown}
            options={[
              { value: "all", label: "All" },
              { value: "active", label: "Active" },
              { value: "inactive", label: "Inactive" },
            ]}
          />
        )}
      </div>
      <div className="border border-line bg-surface">
        {found === undefined ? (
          failed ? (
            <ErrorState title={TEXTS.agents.developerLoadFailed} onRetry={onRetry} />
          ) : (
            <div className="grid gap-px">
              <Skeleton className="h-18" />
              <Skeleton className="h-18" />
              <Skeleton className="h-18" />
            </div>
          )
        ) : agents?.length === 0 ? (
          <EmptyState
            title="No agents of yours yet"
            hint="One Python file with a function is enough. It is checked and tried before it is listed."
            action={<Button onClick={onUpload}>Upload your first agent</Button>}
          />
        ) : found.length === 0 ? (
          <EmptyState title="No agents match" hint="Try other words, or show all." />
        ) : (
          <ul className="divide-y divide-line">
            {found.map((agent) => (
              <MyAgentRow key={agent.id} agent={agent} revenue={revenues.get(agent.id)} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
