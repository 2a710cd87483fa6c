import { searchWithTimeout } from "../../../patterns/bounded-search.ts";

/** Whether a text fits a regular expression as people write it: `/a+/i`, or without slashes. */
export function fitsPattern(text: string, written: string): boolean {
  const pattern = authorPattern(written);
  return searchWithTimeout(pattern, text, () => pattern.test(text));
}

function authorPattern(text: string): RegExp {
  const written = /^\/(.*)\/([a-z]*)$/s.exec(text);
  try {
    return written ? new RegExp(written[1] ?? "", written[2]) : new RegExp(text);
  } catch (error) {
    throw new Error(`'${text}' is not a valid regular expression`, { cause: error });
  }
}
