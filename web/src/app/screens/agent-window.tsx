import { lazy, Suspense } from "react";
import type { AgentTab } from "../../features/agent/agent-tab-names.ts";
import { createAgentQuery } from "../../queries/agents.ts";
import { queryClient } from "../query-client.ts";
import { ChatTab } from "./chat-tab.ts";

const loadModal = () => import("../../features/agent/agent-modal.tsx");
const AgentModal = lazy(loadModal);

/** Prefetches the dialog's code and its agent. */
export function prefetchAgent(id: number): void {
  void loadModal();
  // A failed prefetch is ignored: opening the agent tries again and shows the error.
  queryClient.query(createAgentQuery(id)).catch(() => undefined);
}

/** The search parameters that open an agent's dialog. */
interface WindowSearch {
  agent?: number | undefined;
  tab?: AgentTab | undefined;
}

interface AgentWindowProps {
  readonly id: number | undefined;
  readonly tab: AgentTab | undefined;
  /** Changes the URL without scrolling the screen below. */
  readonly onChange: (change: WindowSearch) => void;
}

/** Shows the dialog of the agent that the URL names, if any. */
export function AgentWindow({ id, tab, onChange }: AgentWindowProps) {
  if (id === undefined) return null;
  return (
    <Suspense>
      <AgentModal
        key={id}
        id={id}
        tab={tab ?? "overview"}
        onTab={(next) => onChange({ tab: next === "overview" ? undefined : next })}
        renderChat={(agent) => <ChatTab agent={agent} />}
        onClose={() => onChange({ agent: undefined, tab: undefined })}
      />
    </Suspense>
  );
}
