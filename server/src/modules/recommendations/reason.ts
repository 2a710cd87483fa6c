import type { AgentSummary } from "@stoa/contract";
import type { Fit } from "./blend.ts";
import type { WordMatch } from "./word-match-store.ts";

/** The number of words that a reason names. A sentence with more would be hard to read. */
const WORDS_SHOWN = 3;
/** The lowest similarity of a name that a reason mentions. A lower similarity hardly affects the score. */
const NAME_FROM = 0.3;
const CLOSE_FROM = 0.45;
/** The number of runs from which a success rate is mentioned. A rate over fewer runs means little. */
const RUNS_FROM = 10;
const SUCCESS_FROM = 95;
const RATING_FROM = 4;
/** The time in seconds below which an agent's speed is mentioned. */
const QUICK_BELOW = 2;

/** The facts that the reason is based on. */
export interface Grounds {
  fit: Fit;
  match: Pick<WordMatch, "words" | "correctedWords">;
  maxPrice: number | undefined;
}

function joinParts(parts: readonly string[]): string {
  const text = parts.join(", ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function quoteTerms(words: readonly string[]): string {
  return words
    .slice(0, WORDS_SHOWN)
    .map((word) => `“${word}”`)
    .join(", ");
}

function listMatchedTerms({ words, correctedWords }: Grounds["match"]): string[] {
  if (words.length > 0) return [`matches ${quoteTerms(words)}`];
  return correctedWords.length > 0 ? [`contains words similar to ${quoteTerms(correctedWords)}`] : [];
}

function describeMatches({ fit, match }: Grounds): string[] {
  const parts = listMatchedTerms(match);
  if (parts.length === 0 && fit.name >= NAME_FROM) parts.push("its name is similar to your words");
  if (fit.meaning !== null && fit.meaning >= CLOSE_FROM)
    parts.push(parts.length > 0 ? "and is close in meaning" : "its description is close in meaning to yours");
  return parts.length > 0 ? [parts.join(" ")] : ["not a close match, but among the nearest"];
}

/** Returns an agent's favorable figures. Figures that were never measured are not mentioned. */
function describeStrengths(agent: AgentSummary, maxPrice: number | undefined): string[] {
  const { success_rate: success, rating, reviews, median_time: seconds, total_executions: runs } = agent;
  const parts: string[] = [];
  if (success !== null && success >= SUCCESS_FROM && runs >= RUNS_FROM)
    parts.push(`${success}% of its runs succeeded`);
  if (rating !== null && rating >= RATING_FROM)
    parts.push(`rated ${rating.toFixed(1)} by ${reviews === 1 ? "one person" : `${reviews} people`}`);
  if (seconds !== null && seconds < QUICK_BELOW) parts.push(`answers in ${seconds} s`);
  if (agent.price_per_token === 0) parts.push("free");
  else if (maxPrice !== undefined && agent.price_per_token <= maxPrice)
    parts.push("within your maximum price");
  return parts;
}

/** Explains why an agent is recommended, from its match and its measured figures only. */
export function createReason(agent: AgentSummary, grounds: Grounds): string {
  const merits = describeStrengths(agent, grounds.maxPrice);
  const match = joinParts(describeMatches(grounds));
  return merits.length > 0 ? `${match} ${joinParts(merits)}` : match;
}
