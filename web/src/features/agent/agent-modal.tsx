import { TEXTS } from "@stoa/contract/texts";
import { Link } from "@tanstack/react-router";
import { Dialog } from "../../components/dialog.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { hasStatus } from "../../lib/http-error.ts";
import { useAgent } from "../../queries/agents.ts";
import { AgentIdentity } from "./agent-identity.tsx";
import { AgentSkeleton } from "./agent-skeleton.tsx";
import type { AgentTab } from "./agent-tab-names.ts";
import { AgentTabs, type RenderChat } from "./agent-tabs.tsx";
import { NextPrice } from "./next-price.tsx";
import { TryNowButton } from "./try-now-button.tsx";

export interface AgentModalProps {
  readonly id: number;
  readonly tab: AgentTab;
  readonly onTab: (tab: AgentTab) => void;
  readonly renderChat: RenderChat;
  readonly onClose: () => void;
}

/**
 * Shows an agent in a dialog above another screen. It remounts on every opening, so that message, output and error
 * start empty.
 */
export default function AgentModal({ id, tab, onTab, renderChat, onClose }: AgentModalProps) {
  const agent = useAgent(id);
  return (
    <Dialog open onClose={onClose} title={agent.data?.name ?? "Agent"} titleHidden size="lg">
      <div className="pt-2 pb-4">
        {agent.data ? (
          <>
            <AgentIdentity
              agent={agent.data}
              heading="h2"
              action={tab === "tryit" ? null : <TryNowButton onTry={() => onTab("tryit")} />}
            />
            <div className="mt-4">
              <NextPrice agent={agent.data} />
            </div>
            <div className="mt-4 min-h-96">
              <AgentTabs agent={agent.data} tab={tab} onTab={onTab} renderChat={renderChat} />
            </div>
            <p className="mt-6 text-14">
              <Link to="/agent/$id" params={{ id: String(id) }} search={{ tab }} className="link">
                Open as a page
              </Link>
            </p>
          </>
        ) : hasStatus(agent.error, 404) ? (
          <EmptyState title="Agent not found" hint="This agent does not exist." />
        ) : agent.isError ? (
          <ErrorState
            title={TEXTS.agents.loadFailed}
            detail={TEXTS.agents.unable}
            onRetry={() => agent.refetch()}
          />
        ) : (
          <AgentSkeleton />
        )}
      </div>
    </Dialog>
  );
}
