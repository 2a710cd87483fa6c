import type { AgentConnector, GrantState } from "@stoa/contract/connectors";
import type { BadgeTone } from "../../components/badge.tsx";

interface Standing {
  readonly label: string;
  readonly tone: BadgeTone;
}

const STANDINGS: Record<GrantState, Standing> = {
  granted: { label: "Allowed", tone: "ok" },
  not_granted: { label: "Not allowed yet", tone: "neutral" },
  changed: { label: "Needs more access", tone: "warn" },
  no_connector: { label: "Not connected", tone: "neutral" },
  inactive: { label: "Inactive", tone: "warn" },
};

/** Where the person stands with one service of an agent, in words. */
export function standingOf(state: GrantState): Standing {
  return STANDINGS[state];
}

/** Whether the person is asked before a run. */
export function needsAnswer(services: readonly AgentConnector[]): boolean {
  return services.some(({ state }) => state !== "granted");
}

/** Whether the person's word is all that is missing. Where they choose, they can choose another that is switched on. */
export function canBeAllowed({ state, choose }: AgentConnector): boolean {
  return state === "not_granted" || state === "changed" || (choose !== undefined && state === "inactive");
}

/** Whether something must be done in Settings first. */
export function needsSettings(use: AgentConnector): boolean {
  return use.state !== "granted" && !canBeAllowed(use);
}
