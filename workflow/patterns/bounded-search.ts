import { createContext, Script } from "node:vm";
import { mayTakeLong } from "./may-take-long.ts";

/** A search in a long document takes a tenth of this. */
const MOST_MS = 1_000;

/** A search did not end in time. */
export class SlowSearch extends Error {
  override readonly name = "SlowSearch";
}

/** Not a sandbox: only our own code runs in it. Node can stop a search by timeout only in a context. */
const stoppable = createContext(Object.create(null) as object) as { search?: (() => unknown) | undefined };
const START = new Script("search()");

/**
 * Runs a search with an author's pattern and stops it if it takes too long. A pattern of ten characters can keep a
 * processor busy for years. `search` must be safe to interrupt.
 * @throws SlowSearch
 */
export function searchWithTimeout<Found>(pattern: RegExp | string, text: string, search: () => Found): Found {
  return typeof pattern === "string" || !mayTakeLong(pattern.source, text.length)
    ? search()
    : runWithTimeout(`the regular expression ${formatPattern(pattern)}`, text, search);
}

/** Runs a search with a pattern of ours or of a library that is known to be slow on some texts. */
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
      `${what} takes more than ${mostMs / 1_000} s on a text of ${text.length} characters`,
    );
  } finally {
    stoppable.search = before;
  }
}

const formatPattern = ({ source }: RegExp) =>
  `/${source.length > 60 ? `${source.slice(0, 60)}...` : source}/`;
