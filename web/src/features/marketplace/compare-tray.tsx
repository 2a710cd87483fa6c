import { LIMITS } from "@stoa/contract/limits";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button, getButtonClass } from "../../components/button.tsx";
import { FilterChip } from "../../components/filter-chip.tsx";
import { toggleCompared, writeCompared } from "../../lib/compared-agents.ts";
import { createAgentQuery } from "../../queries/agents.ts";
import type { CompareToggleProps } from "./compare-toggle.tsx";

/** Shows the agents chosen for comparison at the bottom of the window until they are compared or cleared. */
export function CompareTray({ compared, onCompared }: Omit<CompareToggleProps, "agent">) {
  const agents = useQueries({ queries: compared.map(createAgentQuery) });
  if (compared.length === 0) return null;
  return (
    <section aria-label="Agents to compare" className="sticky bottom-0 z-20 mt-8 border-ink border-t bg-bg">
      <div className="page flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
        <p className="text-14">
          <span className="tabular-nums">{compared.length}</span> of {LIMITS.comparedAgentsMax} to compare
        </p>
        <ul className="flex min-w-0 flex-wrap gap-2 max-md:hidden">
          {compared.map((id, place) => (
            <li key={id}>
              <FilterChip
                label={agents[place]?.data?.name ?? `Agent ${id}`}
                onRemove={() => onCompared(toggleCompared(compared, id))}
              />
            </li>
          ))}
        </ul>
        <span className="ml-auto flex items-center gap-2">
          <Button variant="ghost" size="sm" onClick={() => onCompared([])}>
            Clear
          </Button>
          {compared.length < 2 ? (
            <span className="text-14 text-ink-2">Choose another</span>
          ) : (
            <Link
              to="/compare"
              search={{ agents: writeCompared(compared) }}
              className={getButtonClass("primary", "sm")}
            >
              Compare
            </Link>
          )}
        </span>
      </div>
    </section>
  );
}
