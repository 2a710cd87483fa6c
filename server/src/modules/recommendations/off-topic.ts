import type { IndexedAgent } from "./agent-index.ts";
import { cosine, type Direction } from "./vector.ts";

/**
 * A text that is by this much nearer to the background than to any agent has no agent. Chosen on the labelled set and
 * separate texts; see docs/decisions/recommendations.md.
 */
const BACKGROUND_LEAD = 0.08;
/** An agent that holds this part of a text's words answers it, whatever its meaning: one word alone has little of it. */
const WORDS_DECIDE_FROM = 0.6;

/** What is known of a text whose meaning was compared. */
export interface ComparedText {
  direction: Direction;
  /** The largest part of its words that an agent holds. */
  wordShare: number;
  /** The account that looks for an agent: it also finds its own private agents. */
  accountId: string;
}

/**
 * Returns whether no agent answers a text: it is nearer in meaning to what people write without wanting an agent than to
 * every agent that its author may see. Filters of the search do not matter for this.
 */
export function isOffTopic(
  { direction, wordShare, accountId }: ComparedText,
  agents: ReadonlyMap<number, IndexedAgent>,
  background: readonly Direction[],
): boolean {
  if (wordShare >= WORDS_DECIDE_FROM) return false;
  const nearest = Math.max(...background.map((other) => cosine(other, direction)));
  let isAnyCompared = false;
  for (const agent of agents.values()) {
    if (!agent.direction || !(agent.isPublic || agent.ownerAccountId === accountId)) continue;
    isAnyCompared = true;
    if (cosine(agent.direction, direction) > nearest - BACKGROUND_LEAD) return false;
  }
  return isAnyCompared;
}
