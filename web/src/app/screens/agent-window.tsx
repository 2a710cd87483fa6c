import { lazy, Suspense } from "react";
import type { AgentTab } from "../../features/agent/agent-tab-names.ts";
import { agentQuery } from "../../queries/agents.ts";
import { queryClient } from "../query-client.ts";

const loadModal = () => import("../../features/agent/agent-modal.tsx");
const AgentModal = lazy(loadModal);

/** Loads the window and its agent before they are opened. */
export function prefetchAgent(id: number): void {
  void loadModal();
  // A prefetch that fails says nothing: opening the agent asks again and shows the error.
  queryClient.query(agentQuery(id)).catch(() => undefined);
}

/** Where the window of an agent is in an address. */
interface WindowSearch {
  agent?: number | undefined;
  tab?: AgentTab | undefined;
}

interface AgentWindowProps {
  readonly id: number | undefined;
  readonly tab: AgentTab | undefined;
  /** Changes the URL of the screen below without moving it. */
  readonly onChange: (change: WindowSearch) => void;
}

/** The window of the agent that the address names, if it names one. */
export function AgentWindow({ id, tab, onChange }: AgentWindowProps) {
  if (id === undefined) return null;
  return (
    <Suspense>
      <AgentModal
        key={id}
        id={id}
        tab={tab ?? "overview"}
        onTab={(next) => onChange({ tab: next === "overview" ? undefined : next })}
        onClose={() => onChange({ agent: undefined, tab: undefined })}
      />
    </Suspense>
  );
}
