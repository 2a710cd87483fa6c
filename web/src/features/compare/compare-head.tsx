import type { Agent } from "@stoa/contract/catalog";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { AgentGlyph } from "../../components/agent-glyph.tsx";
import { getButtonClass } from "../../components/button.tsx";
import { DeveloperLink } from "../../components/developer-link.tsx";
import { FavoriteButton } from "../../components/favorite-button.tsx";
import { IconButton } from "../../components/icon-button.tsx";

interface CompareHeadProps {
  readonly agent: Agent;
  readonly onRemove: () => void;
}

/** Shows the head of an agent's column: its identity and its actions. */
export function CompareHead({ agent, onRemove }: CompareHeadProps) {
  return (
    <div className="grid gap-3 font-normal">
      <div className="flex items-start justify-between gap-2">
        <AgentGlyph agentId={agent.id} framework={agent.framework} size={48} />
        <span className="-mt-1 -mr-2 flex">
          <FavoriteButton agent={agent} />
          <IconButton label={`Remove ${agent.name} from the comparison`} framed={false} onClick={onRemove}>
            <X aria-hidden="true" size={16} />
          </IconButton>
        </span>
      </div>
      <div>
        <p className="wrap-anywhere font-semibold text-18">{agent.name}</p>
        <p className="flex gap-1 text-14 text-ink-2 leading-6">
          by <DeveloperLink username={agent.developer} />
        </p>
      </div>
      <p className="line-clamp-3 text-14 text-ink-2">{agent.description}</p>
      <Link
        to="/agent/$id"
        params={{ id: String(agent.id) }}
        search={{ tab: "tryit" }}
        aria-label={`Try ${agent.name}`}
        className={`${getButtonClass("primary", "sm")} justify-self-start`}
      >
        Try it
      </Link>
    </div>
  );
}
