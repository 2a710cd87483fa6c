import { computeCosine, type Direction } from "./vector.ts";

/** A candidate for a recommendation. */
export interface RankedAgent {
  score: number;
  developer: string;
  direction: Direction | undefined;
}

/**
 * How much an agent's score is reduced if an earlier choice does the same, because a second agent of the same kind is
 * less useful.
 */
const LIKENESS_COST = 0.15;
/** The cosine from which two agents count as similar. Agents about different things have a lower cosine. */
const LIKE_FROM = 0.6;
/** How much an agent's score is reduced for each earlier choice by the same developer. */
const DEVELOPER_COST = 0.03;

/** Returns how similar two agents are in what they do, 0 to 1. */
function computeSameness(one: RankedAgent, other: RankedAgent): number {
  if (!one.direction || !other.direction) return 0;
  return Math.max(0, (computeCosine(one.direction, other.direction) - LIKE_FROM) / (1 - LIKE_FROM));
}

/**
 * Returns the best `limit` choices, each weighed against those before it (maximal marginal relevance), so that the
 * first few are neither near-duplicates nor all by one developer.
 */
export function diversify<C extends RankedAgent>(choices: readonly C[], limit: number): C[] {
  const left = new Map(choices.map((choice) => [choice, { alike: 0, siblings: 0 }]));
  const chosen: C[] = [];
  while (chosen.length < limit && left.size > 0) {
    const next = findBest(left);
    left.delete(next);
    chosen.push(next);
    for (const [choice, cost] of left) {
      cost.alike = Math.max(cost.alike, computeSameness(choice, next));
      if (choice.developer === next.developer) cost.siblings += 1;
    }
  }
  return chosen;
}

function findBest<C extends RankedAgent>(left: ReadonlyMap<C, { alike: number; siblings: number }>): C {
  let best: { choice: C; worth: number } | undefined;
  for (const [choice, { alike, siblings }] of left) {
    const worth = choice.score * (1 - LIKENESS_COST * alike) - DEVELOPER_COST * siblings;
    if (!best || worth > best.worth) best = { choice, worth };
  }
  if (!best) throw new Error("the list is empty");
  return best.choice;
}
