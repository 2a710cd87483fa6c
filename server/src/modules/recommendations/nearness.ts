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
  /** Whether meanings were compared, though there may have been no agent to compare. */
  readonly isKnown: boolean;

  /** Without a direction nothing is compared. */
  constructor(
    agents: ReadonlyMap<number, IndexedAgent>,
    wish: Wish,
    direction: Direction | undefined,
    likeness: Embedder["likeness"] | undefined,
  ) {
    const eligible = [...agents.values()].filter((agent) => isEligible(agent, wish));
    if (direction && likeness) this.#compare(eligible, direction, likeness);
    this.isKnown = direction !== undefined && (this.#byAgent.size > 0 || eligible.length === 0);
  }

  #compare(agents: readonly IndexedAgent[], wish: Direction, likeness: Embedder["likeness"]): void {
    const range = likeness.same - likeness.none;
    for (const agent of agents) {
      if (!agent.direction) continue;
      const share = (cosine(agent.direction, wish) - likeness.none) / range;
      this.#byAgent.set(agent.agentId, Math.min(1, Math.max(0, share)));
    }
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
