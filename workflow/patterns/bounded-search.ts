import { createContext, Script } from "node:vm";
import { mayTakeLong } from "./may-take-long.ts";

/** A search over a long document takes a tenth of it. */
const MOST_MS = 1_000;

/** A search did not end in its time. */
export class SlowSearch extends Error {
  override readonly name = "SlowSearch";
}

/** No sandbox: the only code that ever runs in it is ours. It is where Node can stop a search that goes on and on. */
const stoppable = createContext(Object.create(null) as object) as { search?: (() => unknown) | undefined };
const START = new Script("search()");

/**
 * Searches a text by an author's pattern, and stops where that takes too long: a pattern of ten characters can keep a
 * processor busy for years. `search` may do nothing that is not to be left half done.
 * @throws SlowSearch
 */
export function searchWithTimeout<Found>(pattern: RegExp | string, text: string, search: () => Found): Found {
  return typeof pattern === "string" || !mayTakeLong(pattern.source, text.length)
    ? search()
    : runWithTimeout(`the regular expression ${formatPattern(pattern)}`, text, search);
}

/** The same for patterns of our own or of a library, of which it is known that they take long on some texts. */
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
