import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface LogsLinkProps {
  /** The agent whose runs alone are shown. */
  readonly agent?: { readonly id: number; readonly name: string };
  readonly className: string;
  readonly children: ReactNode;
}

/** Links to the usage logs in Settings, by navigation state and with an address that also works in a new tab. */
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
