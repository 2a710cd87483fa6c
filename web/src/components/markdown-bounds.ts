/**
 * A longer block is shown as plain text. Parsing some Markdown takes quadratic time: 10,000 characters of the worst
 * case take about a second.
 */
const BLOCK_MAX_CHARS = 10_000;
/**
 * A block with deeper nesting is shown as plain text. Real quotes are never nested this deeply, and parser and renderer
 * recurse once per level.
 */
const NESTING_MAX = 20;
/**
 * The maximum number of formatted blocks, about twenty pages. Each block is a component and takes a few milliseconds.
 */
export const BLOCKS_MAX = 500;

const MARKER = /[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])/y;

function isNestedDeeply(line: string): boolean {
  MARKER.lastIndex = 0;
  for (let depth = 0; depth < NESTING_MAX; depth += 1) if (!MARKER.test(line)) return false;
  return true;
}

/** Returns whether a block is shown as plain text, because an agent could write Markdown that freezes the browser. */
export function isTooMuchToFormat(block: string): boolean {
  return block.length > BLOCK_MAX_CHARS || block.split("\n").some(isNestedDeeply);
}
