import { TEXTS } from "@stoa/contract/texts";
import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { ErrorState } from "../../components/error-state.tsx";
import { NotFound } from "../../components/not-found.tsx";
import { hasStatus } from "../../lib/http-error.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { useAgent } from "../../queries/agents.ts";
import { AgentIdentity } from "./agent-identity.tsx";
import { AgentSkeleton } from "./agent-skeleton.tsx";
import type { AgentTab } from "./agent-tab-names.ts";
import { AgentTabs, type RenderChat } from "./agent-tabs.tsx";
import { NextPrice } from "./next-price.tsx";
import { TryNowButton } from "./try-now-button.tsx";
import type { AddressedRun } from "./use-try-run.ts";

interface AgentPageProps {
  /** `null` if the URL has no id. */
  readonly id: number | null;
  /** Undefined for the default tab of the agent. */
  readonly tab: AgentTab | undefined;
  readonly onTab: (tab: AgentTab | undefined) => void;
  /** Whether the URL names a chat, which then opens. */
  readonly hasChat: boolean;
  readonly renderChat: RenderChat;
  readonly addressed: AddressedRun;
}

function AgentNotFound() {
  return (
    <NotFound title="Agent not found" hint="This agent does not exist or was removed by its developer." />
  );
}

/** Shows the page of one agent, or a not-found page for an unknown id. */
export function AgentPage({ id, ...rest }: AgentPageProps) {
  return id === null ? <AgentNotFound /> : <LoadedAgentPage id={id} {...rest} />;
}

function LoadedAgentPage({
  id,
  tab,
  onTab,
  hasChat,
  renderChat,
  addressed,
}: AgentPageProps & { readonly id: number }) {
  const agent = useAgent(id);
  useDocumentTitle(agent.data?.name ?? "Agent");
  if (hasStatus(agent.error, 404)) return <AgentNotFound />;
  const defaultTab = hasChat ? "chat" : "overview";
  return (
    <div className="page pt-8">
      <Link to="/marketplace" className="link-alone text-14">
        <ArrowLeft aria-hidden="true" size={14} />
        Marketplace
      </Link>
      <div className="mt-6">
        {agent.data ? (
          <>
            <AgentIdentity
              agent={agent.data}
              heading="h1"
              action={<TryNowButton onTry={() => onTab("tryit")} />}
            />
            <div className="mt-6">
              <NextPrice agent={agent.data} />
            </div>
            <div className="mt-8 border-ink border-t pt-3">
              <AgentTabs
                key={agent.data.id}
                agent={agent.data}
                tab={tab ?? defaultTab}
                onTab={(next) => onTab(next === defaultTab ? undefined : next)}
                renderChat={renderChat}
                addressed={addressed}
              />
            </div>
          </>
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
    </div>
  );
}
