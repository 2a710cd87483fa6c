import type { AgentConnector, GrantState } from "@stoa/contract/connectors";
import type { BadgeTone } from "../badge.tsx";

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

/** Describes the user's status for one service that an agent uses. */
export function getStanding(state: GrantState): Standing {
  return STANDINGS[state];
}

/** Returns whether any of the services is not granted yet, so that the user is asked before a run. */
export function needsAnswer(services: readonly AgentConnector[]): boolean {
  return services.some(({ state }) => state !== "granted");
}

/**
 * Returns whether only the user's permission is missing. An inactive connector counts if the agent lets the user
 * choose, because they can choose another one.
 */
export function canBeAllowed({ state, choose }: AgentConnector): boolean {
  return state === "not_granted" || state === "changed" || (choose !== undefined && state === "inactive");
}

/** Returns whether the user must first change something in Settings. */
export function needsSettings(use: AgentConnector): boolean {
  return use.state !== "granted" && !canBeAllowed(use);
}
