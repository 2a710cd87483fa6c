import { createContext, Script } from "node:vm";

/** The number of ways to match that can be tried within milliseconds. */
const FEW_WAYS = 1_000_000;

/** Matches a repeated group. Each character that such a group matches multiplies the number of ways. */
const REPEATED_GROUP = /\)[*+{]/;

const QUANTIFIER = /[*+?{]/g;

/** The time limit of a search. Ordinary searches of a long document take a tenth of this time. */
const MOST_MS = 1_000;

/** The error of a search that did not end in time. */
export class SlowSearch extends Error {
  override readonly name = "SlowSearch";
}

/**
 * A context in which Node can stop a search after a time limit. It is not a sandbox, because only our own code runs in
 * it.
 */
const stoppable = createContext(Object.create(null) as object) as { search?: (() => unknown) | undefined };
const START = new Script("search()");

/**
 * Runs a search with an author's pattern and stops the search if it takes too long. A pattern of ten characters can
 * keep a processor busy for years. `search` must be safe to interrupt.
 * @throws SlowSearch if the search takes too long
 */
export function searchWithTimeout<Found>(pattern: RegExp | string, text: string, search: () => Found): Found {
  return typeof pattern === "string" || !mayTakeLong(pattern.source, text.length)
    ? search()
    : runWithTimeout(`the regular expression ${formatPattern(pattern)}`, text, search);
}

/**
 * Runs a search with a time limit, for patterns of our own or of a library that are known to be slow for some input.
 * @throws SlowSearch if the search takes too long
 */
export function runWithTimeout<Found>(
  what: string,
  text: string,
  search: () => Found,
  mostMs = MOST_MS,
): Found {
  const before = stoppable.search;
  stoppable.search = search;
  try {
    return START.runInContext(stoppable, { timeout: mostMs }) as Found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException | undefined)?.code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    throw new SlowSearch(
      `${what} takes more than ${mostMs / 1_000} s for ${text.length} characters: simplify it or use a shorter text`,
    );
  } finally {
    stoppable.search = before;
  }
}

const formatPattern = ({ source }: RegExp) =>
  `/${source.length > 60 ? `${source.slice(0, 60)}...` : source}/`;

/**
 * Returns whether a search might try too many ways to match. The result is true for many harmless patterns, whose
 * searches then take a tenth of a millisecond longer. The result must never be false for a slow pattern.
 */
export function mayTakeLong(source: string, length: number): boolean {
  // Equal alternatives double the number of ways with each group, even for an empty string.
  if (source.includes("|")) return true;
  if (length === 0) return false;
  if (REPEATED_GROUP.test(source)) return true;
  const quantifiers = source.match(QUANTIFIER)?.length ?? 0;
  return quantifiers > 0 && length ** (quantifiers + 1) > FEW_WAYS;
}
