import { LIMITS } from "@stoa/contract/limits";
import { TEXTS } from "@stoa/contract/texts";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, Columns2, Plus } from "lucide-react";
import { getButtonClass } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { writeCompared } from "../../lib/compared-agents.ts";
import { hasStatus } from "../../lib/http-error.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { createAgentQuery } from "../../queries/agents.ts";
import { CompareTable } from "./compare-table.tsx";

interface ComparePageProps {
  readonly ids: readonly number[];
  readonly onIds: (ids: readonly number[]) => void;
}

/** Shows up to three agents side by side. Agents that no longer exist are named and left out. */
export function ComparePage({ ids, onIds }: ComparePageProps) {
  useDocumentTitle("Compare agents");
  const queries = useQueries({ queries: ids.map(createAgentQuery) });
  const agents = queries.flatMap(({ data }) => data ?? []);
  const gone = queries.filter(({ error }) => hasStatus(error, 404)).length;
  const failed = queries.filter(({ error, data }) => error && !data && !hasStatus(error, 404));
  const loading = queries.some(({ isPending }) => isPending);
  // While the agents load, the requested ids stand for them, so that nothing below the buttons jumps.
  const shown = loading ? ids : agents.map(({ id }) => id);
  const back = writeCompared(shown);
  return (
    <div className="page pt-8">
      <Link to="/marketplace" search={{ compare: back }} className="link-alone text-14">
        <ArrowLeft aria-hidden="true" size={14} />
        Marketplace
      </Link>
      <div className="mt-4 mb-6">
        <PageHeading
          title="Compare agents"
          subtitle={`Compare up to ${LIMITS.comparedAgentsMax} agents, based on real usage.`}
          actions={
            shown.length > 0 && (
              <span className="flex flex-wrap gap-2">
                {shown.length < LIMITS.comparedAgentsMax && (
                  <Link to="/marketplace" search={{ compare: back }} className={getButtonClass("outline")}>
                    <Plus aria-hidden="true" size={16} />
                    Add an agent
                  </Link>
                )}
                {shown.length > 1 && (
                  <Link
                    to="/side-by-side"
                    search={{ left: shown[0], right: shown[1] }}
                    className={getButtonClass("outline")}
                  >
                    <Columns2 aria-hidden="true" size={16} />
                    {shown.length === 2 ? "Run them side by side" : "Run the first two side by side"}
                  </Link>
                )}
              </span>
            )
          }
        />
      </div>
      {gone > 0 && (
        <p role="status" className="mb-4 text-14 text-ink-2">
          {gone === 1 ? "One agent is" : `${gone} agents are`} no longer available.
        </p>
      )}
      {failed.length > 0 ? (
        <ErrorState
          title={TEXTS.agents.loadFailed}
          detail={TEXTS.agents.unable}
          onRetry={() => Promise.all(failed.map((query) => query.refetch()))}
        />
      ) : loading ? (
        <Skeleton className="h-128 w-full" />
      ) : agents.length === 0 ? (
        <div className="border border-line bg-surface">
          <EmptyState
            title="Nothing to compare yet"
            hint="Add agents with the compare icon on their cards."
            action={
              <Link to="/marketplace" className={getButtonClass("primary")}>
                Browse agents
              </Link>
            }
          />
        </div>
      ) : (
        <CompareTable agents={agents} onRemove={(id) => onIds(ids.filter((other) => other !== id))} />
      )}
    </div>
  );
}
