import type { Agent, CalledAgent } from "@stoa/contract/catalog";
import { CATEGORY_NAMES } from "@stoa/contract/catalog-labels";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { AgentLink } from "../../components/agent-link.tsx";
import { LazyMarkdown } from "../../components/lazy-markdown.tsx";
import { PriceTag } from "../../components/price-tag.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { formatPercent, formatSeconds, formatUses, NOT_MEASURED } from "../../lib/format.ts";
import { formatDay } from "../../lib/format-time.ts";
import { describeModel, describeModels } from "../../lib/model-meaning.ts";
import { useModels } from "../../queries/system.ts";
import { AgentServices } from "./agent-services.tsx";
import { NetworkSection } from "./network-section.tsx";
import { PackagesSection } from "./packages-section.tsx";

/** Shows which other agents an agent may call, and their prices; nothing if it calls none. */
function CalledAgents({ agents }: { readonly agents: readonly CalledAgent[] }) {
  if (agents.length === 0) return null;
  return (
    <section className="mb-8">
      <h3 className="mb-3 text-18">Calls other agents</h3>
      <ul className="divide-y divide-line border border-line bg-surface">
        {agents.map((agent) => (
          <li
            key={agent.id}
            className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 py-3 font-medium text-14"
          >
            <AgentLink id={agent.id} name={agent.name} />
            {agent.price_per_token !== null && <PriceTag pricePerToken={agent.price_per_token} />}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-14 text-ink-2">
        Calls to these agents count toward your cost limit for the run.
      </p>
    </section>
  );
}

const AgentReviews = lazy(() => import("./reviews/agent-reviews.tsx"));
const MissingSecrets = lazy(() => import("./missing-secrets.tsx"));
const AgentVersions = lazy(() => import("./agent-versions.tsx"));

/** Shows what the agent is for: documentation, features and use cases next to measured figures. */
export function OverviewTab({ agent }: { readonly agent: Agent }) {
  const models = useModels();
  const notice = describeModels(agent.models, models.data);
  return (
    <div className="grid grid-cols-1 items-start gap-10 lg:grid-cols-[minmax(0,1fr)_18rem] lg:grid-rows-[auto_1fr]">
      <div className="grid min-w-0 gap-8">
        <LazyMarkdown text={agent.full_description} />
        <TextList title="Features" items={agent.features} />
        <TextList title="Use cases" items={agent.use_cases} />
      </div>
      <div className="min-w-0 lg:col-start-2 lg:row-span-2">
        <AgentServices agent={agent} />
        <NetworkSection agent={agent} />
        <CalledAgents agents={agent.called_agents} />
        <PackagesSection agent={agent} />
        {agent.is_owner && (
          <Suspense>
            <MissingSecrets agent={agent} />
          </Suspense>
        )}
        <dl className="border-line border-t text-14">
          <Fact name="Uses">
            {agent.total_executions === 0 ? NOT_MEASURED : formatUses(agent.total_executions)}
          </Fact>
          <Fact name="Users">{agent.users === 0 ? NOT_MEASURED : formatUses(agent.users)}</Fact>
          <Fact name="Success">
            {agent.success_rate === null ? NOT_MEASURED : formatPercent(agent.success_rate / 100)}
          </Fact>
          <Fact name="Median time">
            {agent.median_time === null ? NOT_MEASURED : formatSeconds(agent.median_time)}
          </Fact>
          <Fact name="Category">{CATEGORY_NAMES[agent.category]}</Fact>
          <Fact name="Version">{agent.version}</Fact>
          <Fact name="Models">
            {agent.models.length === 0
              ? "None"
              : agent.models.map((name) => describeModel(name, models.data)).join(", ")}
          </Fact>
          {agent.remembers_callers && (
            <Fact name="Memory">
              <Link to="/settings/$tab" params={{ tab: "memory" }} className="link">
                Remembers things about you
              </Link>
            </Fact>
          )}
          {agent.engine === "n8n" && <Fact name="Runs on">The developer's n8n server</Fact>}
          <Fact name="Updated">{formatDay(agent.updated_at)}</Fact>
          {agent.tags.length > 0 && <Fact name="Tags">{agent.tags.join(", ")}</Fact>}
        </dl>
        {notice !== undefined && <p className="py-2.5 text-12 text-ink-2">{notice}</p>}
        <Suspense>
          <AgentVersions agent={agent} />
        </Suspense>
      </div>
      <section id="reviews" className="min-w-0 scroll-mt-18 border-line border-t pt-8">
        <h3 className="mb-4 text-22">Reviews</h3>
        <Suspense fallback={<Skeleton className="h-40 w-full" />}>
          <AgentReviews agent={agent} />
        </Suspense>
      </section>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex justify-between gap-6 border-line border-b py-2.5">
      <dt className="shrink-0 text-ink-2">{name}</dt>
      <dd className="mono min-w-0 text-right text-12 leading-5">{children}</dd>
    </div>
  );
}

function TextList({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <section>
      <h3 className="mb-3 text-18">{title}</h3>
      <ul className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {items.map((item) => (
          <li key={item} className="flex items-baseline gap-2.5 text-14 text-ink-2">
            <span aria-hidden="true" className="size-1.5 shrink-0 -translate-y-px bg-ink" />
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}
