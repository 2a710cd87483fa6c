import type { IndexedAgent } from "./agent-index.ts";
import type { ExampleQueries } from "./embedder/embedder.ts";
import { computeCosine, type Direction } from "./vector.ts";

/**
 * The numbers of nearest examples whose mean counts. A single nearest example is often near by chance, for example
 * because it shares a rare word. Both numbers were chosen with the validation sets; see
 * docs/decisions/recommendations.md.
 */
const NEAREST = { background: 6, requests: 3 };
/**
 * An agent whose text contains this share of a query's words matches the query regardless of its meaning, because the
 * meaning of a single word is vague.
 */
const WORDS_DECIDE_FROM = 0.6;

/** A query whose meaning was compared. */
export interface ComparedText {
  direction: Direction;
  /** The largest share of the query's words that any agent's text contains. */
  wordShare: number;
  /** The caller's account, which also finds its own private agents. */
  accountId: string;
}

/** Returns the mean cosine of a query and the examples that are nearest to it; -1 if there are no examples. */
function computeNearness(direction: Direction, examples: readonly Direction[], count: number): number {
  const cosines = Float64Array.from(examples, (example) => computeCosine(example, direction));
  const nearest = cosines.sort().subarray(-count);
  return nearest.length === 0 ? -1 : nearest.reduce((sum, cosine) => sum + cosine, 0) / nearest.length;
}

/**
 * Returns whether no agent answers a query: the query is nearer in meaning to the background, which is text that people
 * write without looking for an agent, than to typical requests and to every agent that the caller may see. The search's
 * filters do not matter.
 */
export function isOffTopic(
  { direction, wordShare, accountId }: ComparedText,
  agents: ReadonlyMap<number, IndexedAgent>,
  { background, requests }: ExampleQueries,
): boolean {
  if (wordShare >= WORDS_DECIDE_FROM) return false;
  const nearness = computeNearness(direction, background, NEAREST.background);
  if (computeNearness(direction, requests, NEAREST.requests) >= nearness) return false;
  let isAnyCompared = false;
  for (const agent of agents.values()) {
    if (!agent.direction || !(agent.isPublic || agent.ownerAccountId === accountId)) continue;
    isAnyCompared = true;
    if (computeCosine(agent.direction, direction) >= nearness) return false;
  }
  return isAnyCompared;
}
