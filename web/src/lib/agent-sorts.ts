import type { AgentSort } from "@stoa/contract/catalog";

/** The sort orders of a list of agents. */
export const AGENT_SORTS = [
  { value: "most_run", label: "Most run" },
  { value: "best_rated", label: "Best rated" },
  { value: "newest", label: "Newest" },
  { value: "cheapest", label: "Cheapest" },
  { value: "fastest", label: "Fastest" },
] as const satisfies ReadonlyArray<{ value: AgentSort; label: string }>;
