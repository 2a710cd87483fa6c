import type { Agent } from "@stoa/contract/catalog";
import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense } from "react";
import { preloadMarkdown } from "../../components/lazy-markdown.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { AGENT_TABS, type AgentTab } from "./agent-tab-names.ts";
import { OverviewTab } from "./overview-tab.tsx";
import { UsageTab } from "./usage-tab.tsx";
import type { AddressedRun } from "./use-try-run.ts";

const TryTab = lazyRouteComponent(() => import("./try-tab.tsx"));

// Every agent has documentation and a form, so their code loads together with the agent.
preloadMarkdown();
void TryTab.preload?.();

interface AgentTabsProps {
  readonly agent: Agent;
  readonly tab: AgentTab;
  readonly onTab: (tab: AgentTab) => void;
  /** The run that the URL names, if the screen stores it there. */
  readonly addressed?: AddressedRun | undefined;
}

/** Shows the tabs Overview, Usage and Try It. */
export function AgentTabs({ agent, tab, onTab, addressed }: AgentTabsProps) {
  return (
    <Tabs
      label={agent.name}
      value={tab}
      onChange={(next) => onTab(AGENT_TABS.find((candidate) => candidate === next) ?? "overview")}
      items={[
        { value: "overview", label: "Overview", panel: <OverviewTab agent={agent} /> },
        { value: "usage", label: "Usage", panel: <UsageTab agent={agent} /> },
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
