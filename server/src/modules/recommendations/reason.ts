import type { AgentSummary } from "@stoa/contract";
import type { Fit } from "./blend.ts";
import type { WordMatch } from "./word-match-store.ts";

/** More words than this nobody reads. */
const WORDS_SHOWN = 3;
/** From here on a part is told as a reason: below it, it hardly counted. */
const NAME_FROM = 0.3;
const CLOSE_FROM = 0.45;
/** A share of fewer runs than this says little. */
const RUNS_FROM = 10;
const SUCCESS_FROM = 95;
const RATING_FROM = 4;
/** Quick enough to be worth a word: a person hardly waits. Seconds. */
const QUICK_BELOW = 2;

/** What there is to say for an agent. */
export interface Grounds {
  fit: Fit;
  match: Pick<WordMatch, "words" | "mendedWords">;
  maxPrice: number | undefined;
}

function sentence(parts: readonly string[]): string {
  const text = parts.join(", ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function quoted(words: readonly string[]): string {
  return words
    .slice(0, WORDS_SHOWN)
    .map((word) => `“${word}”`)
    .join(", ");
}

function wordsMatched({ words, mendedWords }: Grounds["match"]): string[] {
  if (words.length > 0) return [`matches ${quoted(words)}`];
  return mendedWords.length > 0 ? [`has words like ${quoted(mendedWords)}`] : [];
}

function whatMatched({ fit, match }: Grounds): string[] {
  const parts = wordsMatched(match);
  if (parts.length === 0 && fit.name >= NAME_FROM) parts.push("its name is like words of yours");
  if (fit.meaning !== null && fit.meaning >= CLOSE_FROM)
    parts.push(
      parts.length > 0 ? "and is close in meaning" : "what it does is close in meaning to what you describe",
    );
  return parts.length > 0 ? [parts.join(" ")] : ["not close, but among the nearest that there are"];
}

/** Returns the measured figures that speak for an agent. Nothing is said about a figure that was never measured. */
function whatSpeaksForIt(agent: AgentSummary, maxPrice: number | undefined): string[] {
  const { success_rate: success, rating, reviews, median_time: seconds, total_executions: runs } = agent;
  const parts: string[] = [];
  if (success !== null && success >= SUCCESS_FROM && runs >= RUNS_FROM)
    parts.push(`${success} % of its runs succeeded`);
  if (rating !== null && rating >= RATING_FROM)
    parts.push(`rated ${rating.toFixed(1)} by ${reviews === 1 ? "one person" : `${reviews} people`}`);
  if (seconds !== null && seconds < QUICK_BELOW) parts.push(`answers in ${seconds} s`);
  if (agent.price_per_token === 0) parts.push("free");
  else if (maxPrice !== undefined && agent.price_per_token <= maxPrice) parts.push("within your price");
  return parts;
}

/** Why this agent, in words, from what was found and measured alone. */
export function reasonFor(agent: AgentSummary, grounds: Grounds): string {
  const merits = whatSpeaksForIt(agent, grounds.maxPrice);
  const match = sentence(whatMatched(grounds));
  return merits.length > 0 ? `${match} ${sentence(merits)}` : match;
}
