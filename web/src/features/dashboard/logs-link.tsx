import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface LogsLinkProps {
  /** If set, the logs show only the runs of this agent. */
  readonly agent?: { readonly id: number; readonly name: string };
  readonly className: string;
  readonly children: ReactNode;
}

/**
 * Links to the usage logs in Settings. The tab is passed in the navigation state and in a URL that also works in a
 * new tab.
 */
export function LogsLink({ agent, className, children }: LogsLinkProps) {
  return (
    <Link
      to="/settings/$tab"
      params={{ tab: "logs" }}
      search={agent ? { agent_id: agent.id, agent_name: agent.name } : {}}
      state={{ activeTab: "logs", ...(agent && { agentId: agent.id, agentName: agent.name }) }}
      className={className}
    >
      {children}
    </Link>
  );
}
