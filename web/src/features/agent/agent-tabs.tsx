import type { Agent } from "@stoa/contract/catalog";
import { lazyRouteComponent } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { preloadMarkdown } from "../../components/lazy-markdown.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { findMessageParam } from "../../lib/message-input.ts";
import { AGENT_TABS, type AgentTab } from "./agent-tab-names.ts";
import { OverviewTab } from "./overview-tab.tsx";
import type { AddressedRun } from "./use-try-run.ts";

const TryTab = lazyRouteComponent(() => import("./try-tab.tsx"));
const UsageTab = lazyRouteComponent(() => import("./usage-tab.tsx"));

// Every agent has documentation and a form, so their code loads together with the agent.
preloadMarkdown();
void TryTab.preload?.();

export type RenderChat = (agent: Agent) => ReactNode;

interface AgentTabsProps {
  readonly agent: Agent;
  readonly tab: AgentTab;
  readonly onTab: (tab: AgentTab) => void;
  /** The run that the URL names, if the screen stores it there. */
  readonly addressed?: AddressedRun | undefined;
  /** Renders the chat, which belongs to another feature. */
  readonly renderChat: RenderChat;
}

/** Shows the tabs Overview, Chat, Usage and Try It. Agents that take no text have no chat. */
export function AgentTabs({ agent, tab, onTab, addressed, renderChat }: AgentTabsProps) {
  const hasChat = findMessageParam(agent.input_params) !== undefined;
  return (
    <Tabs
      label={agent.name}
      value={tab === "chat" && !hasChat ? "overview" : tab}
      onChange={(next) => onTab(AGENT_TABS.find((candidate) => candidate === next) ?? "overview")}
      items={[
        { value: "overview", label: "Overview", panel: <OverviewTab agent={agent} /> },
        ...(hasChat
          ? [
              {
                value: "chat",
                label: "Chat",
                // As high as a chat, so that the footer does not jump when a chat opens and scrolls into view.
                panel: (
                  <Suspense fallback={<Skeleton className="h-[calc(100dvh-5.5rem)] max-h-[60rem] w-full" />}>
                    {renderChat(agent)}
                  </Suspense>
                ),
              },
            ]
          : []),
        {
          value: "usage",
          label: "Usage",
          panel: (
            <Suspense fallback={<Skeleton className="h-96 w-full" />}>
              <UsageTab agent={agent} />
            </Suspense>
          ),
        },
        {
          value: "tryit",
          label: "Try It",
          panel: (
            <Suspense fallback={<Skeleton className="h-96 w-full" />}>
              <TryTab agent={agent} addressed={addressed} />
            </Suspense>
          ),
        },
      ]}
    />
  );
}
