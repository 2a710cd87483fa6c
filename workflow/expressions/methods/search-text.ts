import { runWithTimeout, SlowSearch, searchWithTimeout } from "../../patterns/bounded-search.ts";
import { ExpressionError } from "../expression-error.ts";
import type { Run } from "../interpreter/run.ts";

function explainSlowSearch<Found>(search: () => Found): Found {
  try {
    return search();
  } catch (error) {
    throw error instanceof SlowSearch
      ? new ExpressionError(error.message, undefined, { cause: error })
      : error;
  }
}

/** Counts the steps of a search and runs it with a time limit. @throws ExpressionError if it takes too long */
export function searchIn<Found>(
  run: Run,
  pattern: RegExp | string,
  text: string,
  search: () => Found,
): Found {
  run.text(text.length);
  return explainSlowSearch(() => searchWithTimeout(pattern, text, search));
}

/** Counts the steps of a search with one of our own patterns, and runs it. */
export function searchBy<Found>(run: Run, title: string, text: string, search: () => Found): Found {
  run.text(text.length);
  return explainSlowSearch(() => (text.length > SHORT ? runWithTimeout(title, text, search) : search()));
}

/**
 * The length up to which a string is searched without a time limit. In the worst case, the work of our own patterns
 * grows with the square of the length.
 */
const SHORT = 5_000;
