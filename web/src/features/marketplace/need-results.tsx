import type { AgentSummary } from "@stoa/contract/catalog";
import { TEXTS } from "@stoa/contract/texts";
import { Link, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { getButtonClass } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { SectionHeading } from "../../components/page-heading.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { formatPlural } from "../../lib/format.ts";
import { getServerDetail } from "../../lib/http-error.ts";
import { useSignedIn } from "../../lib/session.ts";
import { useRecommendations } from "../../queries/recommendations.ts";
import { type Need, toPricePerToken } from "./need.ts";
import { NeedFilters } from "./need-filters.tsx";
import { NeedResult } from "./need-result.tsx";

interface NeedResultsProps {
  readonly need: Need;
  readonly onNeed: (need: Need | undefined) => void;
  readonly renderAgentLink: (agent: AgentSummary, name: string) => ReactNode;
  readonly actions: (agent: AgentSummary) => ReactNode;
}

/** Lists the agents that fit a need, best first. */
export function NeedResults({ need, onNeed, ...card }: NeedResultsProps) {
  const signedIn = useSignedIn();
  const found = useRecommendations({
    query: need.query,
    category: need.category,
    max_price: need.maxPrice && toPricePerToken(need.maxPrice),
  });
  const count = found.data?.recommendations.length;
  return (
    <section aria-busy={found.isFetching}>
      <SectionHeading
        title="Agents for what you need"
        note={count !== undefined ? formatPlural(count, "agent") : found.isFetching ? "Searching" : undefined}
        aside={
          <button type="button" onClick={() => onNeed(undefined)} className="link-alone text-14">
            Back to all agents
          </button>
        }
      />
      <div className="mb-4">
        <NeedFilters need={need} onNeed={onNeed} />
      </div>
      <div className="border border-line bg-surface">
        {signedIn ? <FoundAgents found={found} {...card} /> : <SignInFirst />}
      </div>
      {/* This is shown below the agents. Above them, it would push them down when it appears. */}
      {found.data?.notice && <p className="mt-3 text-14 text-ink-2">{found.data.notice}</p>}
    </section>
  );
}

function SignInFirst() {
  const href = useLocation({ select: (location) => location.href });
  return (
    <EmptyState
      title="Sign in to get matches"
      hint="You can search and filter without an account. We keep your text."
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <Link to="/signin" search={{ return: href }} className={getButtonClass("primary")}>
            Sign In
          </Link>
          <Link to="/register" search={{ return: href }} className={getButtonClass("outline")}>
            Sign Up
          </Link>
        </span>
      }
    />
  );
}

function FoundAgents({
  found,
  renderAgentLink,
  actions,
}: Pick<NeedResultsProps, "renderAgentLink" | "actions"> & {
  readonly found: ReturnType<typeof useRecommendations>;
}) {
  if (found.isError)
    return (
      <ErrorState
        title={TEXTS.agents.loadFailed}
        detail={getServerDetail(found.error) ?? TEXTS.agents.unable}
        onRetry={() => found.refetch()}
      />
    );
  if (!found.data)
    return (
      <div className="grid gap-px">
        <span role="status" className="sr-only">
          Looking for agents
        </span>
        {["first", "second", "third"].map((place) => (
          <div key={place} className="p-5">
            <Skeleton className="h-44 w-full max-md:h-96" />
          </div>
        ))}
      </div>
    );
  const { recommendations } = found.data;
  if (recommendations.length === 0)
    return (
      <EmptyState
        title="No matching agents"
        hint="Rephrase your text, or choose another category or a higher price."
      />
    );
  return (
    <ol className="divide-y divide-line">
      {recommendations.map((recommendation) => (
        <NeedResult
          key={recommendation.agent.id}
          recommendation={recommendation}
          link={(name) => renderAgentLink(recommendation.agent, name)}
          actions={actions(recommendation.agent)}
        />
      ))}
    </ol>
  );
}
