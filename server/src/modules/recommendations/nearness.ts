import type { IndexedAgent } from "./agent-index.ts";
import { NEARNESS_MIN } from "./blend.ts";
import type { Embedder } from "./embedder/embedder.ts";
import { computeCosine, type Direction } from "./vector.ts";
import type { AgentSearch } from "./word-match-store.ts";

/**
 * The number of nearest agents to consider. Agents that are further away are recommended only if their words or
 * names match.
 */
const NEAREST_MAX = 100;

function isEligible(agent: IndexedAgent, { accountId, category, maxPrice }: AgentSearch): boolean {
  return (
    (agent.isPublic || agent.ownerAccountId === accountId) &&
    (category === undefined || agent.category === category) &&
    (maxPrice === undefined || agent.pricePerToken <= maxPrice)
  );
}

/** Computes how near embedded agents are to a search in meaning, from 0 to 1. */
export class Nearness {
  readonly #direction: Direction | undefined;
  readonly #none: number;
  readonly #range: number;
  readonly #near: { agentId: number; share: number }[] = [];
  /**
   * Whether the search could be compared with agents in meaning. It is also true if no agent matches the search's
   * filters.
   */
  readonly isKnown: boolean;

  /** Compares nothing if `direction` is undefined. */
  constructor(
    agents: ReadonlyMap<number, IndexedAgent>,
    search: AgentSearch,
    direction: Direction | undefined,
    likeness: Embedder["likeness"] = { none: 0, same: 1 },
  ) {
    this.#direction = direction;
    this.#none = likeness.none;
    this.#range = likeness.same - likeness.none;
    this.isKnown = direction !== undefined && this.#compare(agents, search);
  }

  /**
   * Compares the agents that match the filters. @returns false if there are some, but none could be compared.
   */
  #compare(agents: ReadonlyMap<number, IndexedAgent>, search: AgentSearch): boolean {
    let [eligible, compared] = [0, 0];
    for (const agent of agents.values()) {
      if (!isEligible(agent, search)) continue;
      eligible += 1;
      const share = this.compute(agent);
      if (share === null) continue;
      compared += 1;
      if (share >= NEARNESS_MIN) this.#near.push({ agentId: agent.agentId, share });
    }
    return compared > 0 || eligible === 0;
  }

  /** Returns how near an agent is; null for an agent that cannot be compared. */
  compute({ direction }: IndexedAgent): number | null {
    if (!this.#direction || !direction) return null;
    return Math.min(1, Math.max(0, (computeCosine(direction, this.#direction) - this.#none) / this.#range));
  }

  /** Returns the ids of the nearest agents. */
  findNearest(): number[] {
    return this.#near
      .sort((one, other) => other.share - one.share)
      .slice(0, NEAREST_MAX)
      .map(({ agentId }) => agentId);
  }
}
