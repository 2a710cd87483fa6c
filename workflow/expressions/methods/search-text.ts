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

/** Says that a text is searched, and searches it within a bound of time. @throws ExpressionError where it is passed */
export function searchIn<Found>(
  run: Run,
  pattern: RegExp | string,
  text: string,
  search: () => Found,
): Found {
  run.text(text.length);
  return explainSlowSearch(() => searchWithTimeout(pattern, text, search));
}

/** The same for a function of ours that searches by patterns of its own. */
export function searchBy<Found>(run: Run, title: string, text: string, search: () => Found): Found {
  run.text(text.length);
  return explainSlowSearch(() => (text.length > SHORT ? runWithTimeout(title, text, search) : search()));
}

/** Our own patterns look at every second character for each other one, at worst. */
const SHORT = 5_000;
