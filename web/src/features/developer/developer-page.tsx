import type { AgentSort } from "@stoa/contract/catalog";
import type { Developer } from "@stoa/contract/developers";
import { AgentGlyph } from "../../components/agent-glyph.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { NotFound } from "../../components/not-found.tsx";
import { SectionHeading } from "../../components/page-heading.tsx";
import { Select } from "../../components/select.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Figure } from "../../components/stat.tsx";
import { AGENT_SORTS } from "../../lib/agent-sorts.ts";
import { formatCount, formatPercent, formatPlural, formatUses, NOT_MEASURED } from "../../lib/format.ts";
import { hasStatus } from "../../lib/http-error.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { useDeveloper } from "../../queries/developers.ts";
import { DeveloperAgents, type DeveloperAgentsProps } from "./developer-agents.tsx";

/**
 * Shows the combined figures of a developer's listed agents. A value that was never measured is shown as a
 * dash.
 */
function DeveloperFigures({ developer }: { readonly developer: Developer }) {
  const {
    agents,
    total_executions: runs,
    success_rate: success,
    average_rating: rating,
    reviews,
  } = developer;
  return (
    <div className="hairgrid grid-cols-2 md:grid-cols-4">
      <Figure label="Listed agents" value={formatCount(agents)} />
      <Figure label="Runs" value={runs === 0 ? NOT_MEASURED : formatUses(runs)} note="All time" />
      <Figure
        label="Success"
        value={success === null ? NOT_MEASURED : formatPercent(success / 100)}
        note="Of ended runs"
      />
      <Figure
        label="Rating"
        value={rating === null ? NOT_MEASURED : rating.toFixed(1)}
        note={reviews === 0 ? "No reviews yet" : formatPlural(reviews, "review")}
      />
    </div>
  );
}

export interface DeveloperPageProps extends Pick<DeveloperAgentsProps, "renderAgentLink"> {
  readonly username: string;
  readonly sort: AgentSort | undefined;
  /** Changes the order; `undefined` means the default. */
  readonly onSort: (sort: AgentSort | undefined) => void;
}

const month = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** Shows a developer: when they joined, the figures of their agents, and the agents. */
export function DeveloperPage({ username, sort, onSort, renderAgentLink }: DeveloperPageProps) {
  const developer = useDeveloper(username);
  const { data } = developer;
  useDocumentTitle(data?.username ?? "Developer");
  if (hasStatus(developer.error, 404)) {
    return <NotFound title="Developer not found" hint="No developer with this name has a listed agent." />;
  }
  if (developer.isError && !data) {
    return (
      <ErrorState
        title="Failed to load this developer"
        detail="Please try again."
        onRetry={() => developer.refetch()}
      />
    );
  }
  return (
    <div className="page pt-10">
      <div className="flex items-center gap-5">
        <AgentGlyph agentId={`developer ${username.toLowerCase()}`} framework="stoa" size={72} />
        <div className="min-w-0">
          <p className="label">Developer</p>
          <h1 className="wrap-anywhere text-36 md:text-48">{data?.username ?? username}</h1>
        </div>
      </div>
      {data ? (
        <>
          <p className="mt-4 text-16 text-ink-2">
            On Stoa since{" "}
            <time dateTime={data.member_since}>{month.format(new Date(data.member_since))}</time>
          </p>
          <div className="mt-8">
            <DeveloperFigures developer={data} />
          </div>
          <section className="mt-12">
            <SectionHeading
              title="Agents"
              note={formatPlural(data.agents, "agent")}
              aside={
                <Select
                  aria-label="Sort"
                  className="w-40"
                  value={sort ?? "most_run"}
                  options={AGENT_SORTS}
                  onChange={(event) => {
                    const chosen = AGENT_SORTS.find(({ value }) => value === event.target.value)?.value;
                    onSort(chosen === "most_run" ? undefined : chosen);
                  }}
                />
              }
            />
            <DeveloperAgents
              username={username}
              sort={sort}
              count={data.agents}
              renderAgentLink={renderAgentLink}
            />
          </section>
        </>
      ) : (
        <div aria-busy="true" className="mt-4 grid gap-8">
          <Skeleton className="h-6 w-52" />
          <Skeleton className="h-28 w-full" />
          <Skeleton className="h-64 w-full" />
        </div>
      )}
    </div>
  );
}
