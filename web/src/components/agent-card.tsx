import type { AgentSummary } from "@stoa/contract/catalog";
import { FRAMEWORK_NAMES, VISIBILITY_NAMES } from "@stoa/contract/catalog-labels";
import type { ReactNode } from "react";
import { formatPercent, formatSeconds, formatUses, NOT_MEASURED } from "../lib/format.ts";
import { AgentGlyph } from "./agent-glyph.tsx";
import { Badge } from "./badge.tsx";
import { DeveloperLink } from "./developer-link.tsx";
import { FrameworkMark } from "./framework.tsx";
import { PriceTag } from "./price-tag.tsx";
import { Stat } from "./stat.tsx";

interface AgentCardProps {
  readonly agent: AgentSummary;
  /** Renders the link that covers the card. The argument is the agent's name. */
  readonly link: (name: string) => ReactNode;
  /** Buttons at the top right, above the link that covers the card. */
  readonly actions?: ReactNode;
}

/** Shows an agent's price, speed and reliability. A value that was never measured is shown as a dash. */
export function AgentCard({ agent, link, actions }: AgentCardProps) {
  return (
    <article className="group relative flex min-w-0 flex-col p-4 transition-colors duration-100 hover:bg-raised has-[a:focus-visible]:z-10">
      <div className="flex items-center gap-3">
        <AgentGlyph agentId={agent.id} framework={agent.framework} />
        <div className="min-w-0 flex-1">
          <h3 className="text-16 group-hover:underline group-hover:underline-offset-4 [&>a]:line-clamp-2 [&>a]:break-words">
            {link(agent.name)}
          </h3>
          <p className="flex items-center gap-1 text-14 text-ink-2 leading-6">
            by <DeveloperLink username={agent.developer} />
            {agent.visibility !== "public" && <Badge>{VISIBILITY_NAMES[agent.visibility]}</Badge>}
          </p>
        </div>
        {actions !== undefined && <div className="relative z-10 -mt-1 -mr-2 flex self-start">{actions}</div>}
      </div>
      <p className="mt-3 line-clamp-2 min-h-10 text-14 text-ink-2">{agent.description}</p>
      <div className="mt-3 flex items-center justify-between gap-3">
        <PriceTag pricePerToken={agent.price_per_token} />
        <FrameworkMark framework={agent.framework} name={FRAMEWORK_NAMES[agent.framework]} />
      </div>
      <dl className="mt-4 grid grid-cols-[5fr_7fr_5fr_5fr] gap-2 border-line border-t pt-3">
        <Stat label="Uses">
          {agent.total_executions === 0 ? NOT_MEASURED : formatUses(agent.total_executions)}
        </Stat>
        <Stat label="Rating">
          {agent.average_rating === null ? (
            NOT_MEASURED
          ) : (
            <>
              {agent.average_rating.toFixed(1)}
              <span className="text-12 text-ink-3">
                {" "}
                ({formatUses(agent.reviews)}
                <span className="sr-only"> {agent.reviews === 1 ? "review" : "reviews"}</span>)
              </span>
            </>
          )}
        </Stat>
        <Stat label="Median">
          {agent.median_time === null ? NOT_MEASURED : formatSeconds(agent.median_time)}
        </Stat>
        <Stat label="Success">
          {agent.success_rate === null ? NOT_MEASURED : formatPercent(agent.success_rate / 100)}
        </Stat>
      </dl>
    </article>
  );
}
