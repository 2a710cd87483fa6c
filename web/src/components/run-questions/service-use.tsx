import type { AgentConnector } from "@stoa/contract/connectors";
import type { ReactNode } from "react";
import { Badge } from "../badge.tsx";
import { UseDescription } from "../use-description.tsx";
import { getStanding } from "./service-standing.ts";

interface ServiceUseProps {
  readonly use: AgentConnector;
  /** Whether to show the state. Visitors have no connectors and only see the text. */
  readonly withState: boolean;
  readonly action?: ReactNode;
}

/** Shows one service that an agent uses: its name, its purpose, and its state for the user. */
export function ServiceUse({ use, withState, action }: ServiceUseProps) {
  const { label, tone } = getStanding(use.state);
  return (
    <li className="grid gap-2 px-4 py-3">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 break-words font-medium text-14">{use.display_name}</span>
        {withState && <Badge tone={tone}>{label}</Badge>}
      </p>
      <p className="break-words text-14 text-ink-2 first-letter:uppercase">
        <UseDescription use={use} />
      </p>
      {use.chosen !== undefined && use.chosen.length > 0 && (
        <p className="break-words text-14 text-ink-2">
          You chose <span className="mono text-12 text-ink">{use.chosen.join(", ")}</span>
        </p>
      )}
      {action}
    </li>
  );
}
