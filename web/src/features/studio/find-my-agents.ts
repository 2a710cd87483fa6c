import type { Agent } from "@stoa/contract/catalog";
import type { ShownAgents } from "./studio-names.ts";

type FoundAgent = Pick<
  Agent,
  "name" | "description" | "tags" | "is_active" | "is_archived" | "missing_models" | "suspension"
>;

/** Returns whether an agent matches the filter: a suspended or archived agent is neither active nor inactive. */
function isShown(agent: FoundAgent, show: ShownAgents | undefined): boolean {
  if (show === undefined) return true;
  if (agent.suspension) return show === "suspended";
  if (agent.is_archived) return show === "archived";
  return show === (agent.is_active && agent.missing_models.length === 0 ? "active" : "inactive");
}

/** Returns the agents that have every word of the search in their name, description or tags. */
export function findMyAgents<A extends FoundAgent>(
  agents: readonly A[],
  search: string | undefined,
  show: ShownAgents | undefined,
): A[] {
  const words = (search ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  return agents.filter((agent) => {
    const text = [agent.name, agent.description, ...agent.tags].join(" ").toLowerCase();
    return isShown(agent, show) && words.every((word) => text.includes(word));
  });
}
