import type { AgentSummary } from "@stoa/contract";
import type { Fit } from "./blend.ts";
import type { WordMatch } from "./word-match-store.ts";

/** Nobody reads more words than this. */
const WORDS_SHOWN = 3;
/** A part below this is not given as a reason, because it hardly counted. */
const NAME_FROM = 0.3;
const CLOSE_FROM = 0.45;
/** A success rate of fewer runs than this says little. */
const RUNS_FROM = 10;
const SUCCESS_FROM = 95;
const RATING_FROM = 4;
/** Fast enough to mention, in seconds: a person hardly waits. */
const QUICK_BELOW = 2;

/** What the reason is based on. */
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
  return mendedWords.length > 0 ? [`has words similar to ${quoted(mendedWords)}`] : [];
}

function whatMatched({ fit, match }: Grounds): string[] {
  const parts = wordsMatched(match);
  if (parts.length === 0 && fit.name >= NAME_FROM) parts.push("its name is similar to your words");
  if (fit.meaning !== null && fit.meaning >= CLOSE_FROM)
    parts.push(
      parts.length > 0 ? "and is close in meaning" : "its purpose is close in meaning to your description",
    );
  return parts.length > 0 ? [parts.join(" ")] : ["not a close match, but among the nearest"];
}

/** Returns the good figures of an agent. Figures that were never measured are not mentioned. */
function whatSpeaksForIt(agent: AgentSummary, maxPrice: number | undefined): string[] {
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
export function reasonFor(agent: AgentSummary, grounds: Grounds): string {
  const merits = whatSpeaksForIt(agent, grounds.maxPrice);
  const match = sentence(whatMatched(grounds));
  return merits.length > 0 ? `${match} ${sentence(merits)}` : match;
}
