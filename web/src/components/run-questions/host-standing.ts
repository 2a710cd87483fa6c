import { describeHosts } from "@stoa/contract/agent-hosts";
import type { AgentHosts } from "@stoa/contract/connectors";
import type { BadgeTone } from "../badge.tsx";

const STANDINGS: Record<AgentHosts["state"], { label: string; tone: BadgeTone } | null> = {
  granted: { label: "Allowed", tone: "ok" },
  not_granted: { label: "Not allowed yet", tone: "neutral" },
  changed: { label: "Reaches other hosts now", tone: "warn" },
  not_needed: null,
};

/** Describes whether the user allows an agent's hosts; null if their permission is not needed. */
export function getHostStanding(state: AgentHosts["state"]): { label: string; tone: BadgeTone } | null {
  return STANDINGS[state];
}

/** Returns whether the user must allow the hosts before a run. */
export function needsHostAnswer(standing: AgentHosts | undefined): boolean {
  return standing?.state === "not_granted" || standing?.state === "changed";
}

/** The number of hosts that fit next to the form. The overview has the whole list. */
const MOST_NAMED = 3;

/** Says which hosts a run sends requests to, and whether the user is asked first. */
export function describeReach(hosts: readonly string[], standing: AgentHosts | undefined): string {
  const asks = needsHostAnswer(standing) ? " You must allow this first." : "";
  const more = hosts.length - MOST_NAMED;
  const names = describeHosts(hosts.slice(0, MOST_NAMED));
  return `Sends requests to ${more > 0 ? `${names}, and ${more} more` : names}.${asks}`;
}
