import type { Agent } from "@stoa/contract/catalog";
import { FRAMEWORK_NAMES, VISIBILITY_NAMES } from "@stoa/contract/catalog-labels";
import { TEXTS } from "@stoa/contract/texts";
import { Link } from "@tanstack/react-router";
import { Star } from "lucide-react";
import type { ReactNode } from "react";
import { AgentGlyph } from "../../components/agent-glyph.tsx";
import { Badge } from "../../components/badge.tsx";
import { DeveloperLink } from "../../components/developer-link.tsx";
import { FavoriteButton } from "../../components/favorite-button.tsx";
import { FrameworkMark } from "../../components/framework.tsx";
import { PriceTag } from "../../components/price-tag.tsx";
import { formatPlural } from "../../lib/format.ts";

interface AgentIdentityProps {
  readonly agent: Agent;
  readonly action: ReactNode;
  /** The level of the agent's name: h1 on its page, h2 in a dialog. */
  readonly heading: "h1" | "h2";
}

/** Shows an agent's name, price and main action above the tabs. */
export function AgentIdentity({ agent, action, heading: Heading }: AgentIdentityProps) {
  const large = Heading === "h1";
  return (
    <div className="flex flex-wrap items-start gap-x-5 gap-y-4">
      <AgentGlyph agentId={agent.id} framework={agent.framework} size={large ? 80 : 64} />
      <div className="min-w-0 flex-1 basis-64">
        <Heading
          className={`flex flex-wrap items-center gap-3 ${large ? "text-36 md:text-48" : "pr-10 text-28"}`}
        >
          {agent.name}
          {agent.is_archived && <Badge tone="warn">Archived</Badge>}
          {agent.pause && <Badge tone="danger">Paused</Badge>}
          {!agent.is_active && !agent.pause && <Badge tone="warn">Inactive</Badge>}
          {agent.visibility !== "public" && <Badge>{VISIBILITY_NAMES[agent.visibility]}</Badge>}
          {agent.suspension && <Badge tone="danger">Suspended</Badge>}
          {agent.missing_models.length > 0 && <Badge tone="warn">Model not offered</Badge>}
        </Heading>
        <p className={`mt-1.5 text-ink-2 ${large ? "text-18" : "text-16"}`}>{agent.description}</p>
        {agent.suspension && (
          <p className="mt-1.5 text-14 text-danger">{TEXTS.agents.suspended(agent.suspension.reason)}</p>
        )}
        {agent.pause && <p className="mt-1.5 text-14 text-danger">{agent.pause.reason}</p>}
        {agent.missing_models.length > 0 && (
          <p className="mt-1.5 text-14 text-warn">{TEXTS.agents.missingModels(agent.missing_models)}</p>
        )}
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-14 text-ink-2">
          <PriceTag pricePerToken={agent.price_per_token} />
          <span className="flex gap-1 leading-6">
            by <DeveloperLink username={agent.developer} />
          </span>
          <FrameworkMark framework={agent.framework} name={FRAMEWORK_NAMES[agent.framework]} />
          <Rating agent={agent} />
          <FavoriteButton agent={agent} />
        </div>
      </div>
      <div className={`max-md:w-full max-md:[&>*]:w-full ${large ? "" : "md:mr-10"}`}>{action}</div>
    </div>
  );
}

/** Shows the mean rating of the reviews and links to them. */
function Rating({ agent }: Pick<AgentIdentityProps, "agent">) {
  if (agent.average_rating === null) return <span>No reviews yet</span>;
  return (
    <Link
      to="/agent/$id"
      params={{ id: String(agent.id) }}
      hash="reviews"
      className="link inline-flex items-center gap-1 max-md:min-h-11"
    >
      <Star aria-hidden="true" size={14} className="fill-current" />
      {agent.average_rating.toFixed(1)} from {formatPlural(agent.reviews, "review")}
    </Link>
  );
}
