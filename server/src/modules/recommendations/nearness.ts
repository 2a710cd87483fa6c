import type { IndexedAgent } from "./agent-index.ts";
import type { Embedder } from "./embedder/embedder.ts";
import { cosine, type Direction } from "./vector.ts";
import type { Wish } from "./word-match-store.ts";

/** More than any answer is made of. */
const NEAREST_MAX = 100;

function isEligible(agent: IndexedAgent, { accountId, category, maxPrice }: Wish): boolean {
  return (
    (agent.isPublic || agent.ownerAccountId === accountId) &&
    (category === undefined || agent.category === category) &&
    (maxPrice === undefined || agent.pricePerToken <= maxPrice)
  );
}

/** How near agents are to a wish in meaning, 0 to 1, of those that the wish is about and that have been embedded. */
export class Nearness {
  readonly #byAgent = new Map<number, number>();

  /** Without a direction nothing is compared. */
  constructor(
    agents: ReadonlyMap<number, IndexedAgent>,
    wish: Wish,
    direction: Direction | undefined,
    likeness: Embedder["likeness"] | undefined,
  ) {
    if (!direction || !likeness) return;
    const range = likeness.same - likeness.none;
    for (const agent of agents.values()) {
      if (!agent.direction || !isEligible(agent, wish)) continue;
      const share = (cosine(agent.direction, direction) - likeness.none) / range;
      this.#byAgent.set(agent.agentId, Math.min(1, Math.max(0, share)));
    }
  }

  /** Whether meanings were compared at all. */
  get isKnown(): boolean {
    return this.#byAgent.size > 0;
  }

  /** Null for an agent that was not compared. */
  of(agentId: number): number | null {
    return this.#byAgent.get(agentId) ?? null;
  }

  /** The ids of the nearest. */
  nearest(): number[] {
    return [...this.#byAgent]
      .sort(([, one], [, other]) => other - one)
      .slice(0, NEAREST_MAX)
      .map(([agentId]) => agentId);
  }
}
