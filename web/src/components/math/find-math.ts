/** A formula in Markdown. */
export interface MathSpan {
  /** The position of its first delimiter. */
  readonly start: number;
  /** The position after its last delimiter. */
  readonly end: number;
  /** The formula, as TeX without delimiters. */
  readonly tex: string;
  /** Whether the formula has a line of its own. */
  readonly isBlock: boolean;
}

/** The longest formula. A page of aligned equations has about a thousand characters. */
const TEX_MAX_CHARS = 2000;

const OPEN_FENCE = /^[ \t]{0,3}(?:>[ \t]?)*[ \t]*(`{3,}|~{3,})/;
const BLANK_LINE = /\n[ \t>]*\n/;
const HAS_FENCE = /\n[ \t>]*(?:```|~~~)/;
/** What may follow a formula in brackets on its line. */
const REST_OF_LINE = /[ \t]*[.,;:]?[ \t]*(?=\n|$)/y;
const QUOTE_MARK = /^[ \t]{0,3}(?:>[ \t]?)+/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

const isSpace = (char: string | undefined) => char === undefined || /\s/.test(char);
const isWordChar = (char: string | undefined) => char !== undefined && LETTER_OR_DIGIT.test(char);

/** Finds the end of a code span, so that its dollars stay text. Returns the position after its first backticks if it has none. */
function skipCodeSpan(text: string, start: number): number {
  let open = start;
  while (text[open] === "`") open += 1;
  const marks = text.slice(start, open);
  for (let at = text.indexOf(marks, open); at !== -1; at = text.indexOf(marks, at)) {
    let end = at;
    while (text[end] === "`") end += 1;
    if (end - at === marks.length) return end;
    at = end;
  }
  return open;
}

/** Returns whether a backslash escapes a position: an odd number of backslashes is before it. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === "\\") first -= 1;
  return (at - first) % 2 === 1;
}

/** Finds a delimiter that no backslash escapes, within the length of a formula. */
function findClosing(text: string, from: number, delimiter: string): number {
  const rest = text.slice(from, from + TEX_MAX_CHARS + delimiter.length);
  let at = rest.indexOf(delimiter);
  while (at !== -1 && isEscaped(rest, at)) at = rest.indexOf(delimiter, at + 1);
  return at === -1 ? -1 : from + at;
}

/** Returns the formula between two positions; undefined if it is empty or reaches into another paragraph or a fence. */
function getTex(text: string, from: number, to: number): string | undefined {
  const tex = text.slice(from, to);
  if (tex.trim() === "" || BLANK_LINE.test(tex) || HAS_FENCE.test(tex)) return undefined;
  const line = text.lastIndexOf("\n", from - 1) + 1;
  if (!QUOTE_MARK.test(text.slice(line, from))) return tex.trim();
  return tex
    .split("\n")
    .map((each, index) => (index === 0 ? each : each.replace(QUOTE_MARK, "")))
    .join("\n")
    .trim();
}

/**
 * Reads `$x$` with pandoc's rule, so that prices stay text: no space inside the dollars and no digit after them. As on
 * GitHub, no letter or digit touches them from outside. Both dollars are on one line.
 */
function readDollars(text: string, start: number): MathSpan | undefined {
  const from = start + 1;
  if (isSpace(text[from]) || isWordChar(text[start - 1])) return undefined;
  const to = findClosing(text, from, "$");
  if (to === -1 || isSpace(text[to - 1]) || isWordChar(text[to + 1])) return undefined;
  const tex = getTex(text, from, to);
  if (tex === undefined || tex.includes("\n")) return undefined;
  return { start, end: to + 1, tex, isBlock: false };
}

/** Reads `$$x$$`. Three dollars, as in a range of prices, are text. */
function readDoubleDollars(text: string, start: number): MathSpan | undefined {
  const from = start + 2;
  if (isWordChar(text[start - 1])) return undefined;
  const to = findClosing(text, from, "$$");
  if (to === -1 || text[to + 2] === "$" || isWordChar(text[to + 2])) return undefined;
  const tex = getTex(text, from, to);
  return tex === undefined ? undefined : { start, end: to + 2, tex, isBlock: true };
}

/**
 * Reads `\(x\)` and `\[x\]`. In Markdown, `\[` is also how a bracket is written that begins no link, so a formula in
 * brackets must end its line.
 */
function readBrackets(text: string, start: number): MathSpan | undefined {
  const isBlock = text[start + 1] === "[";
  const from = start + 2;
  const to = findClosing(text, from, isBlock ? "\\]" : "\\)");
  if (to === -1) return undefined;
  REST_OF_LINE.lastIndex = to + 2;
  if (isBlock && !REST_OF_LINE.test(text)) return undefined;
  const tex = getTex(text, from, to);
  return tex === undefined ? undefined : { start, end: to + 2, tex, isBlock };
}

function readMath(text: string, at: number): MathSpan | undefined {
  if (text[at] === "\\") return readBrackets(text, at);
  if (text[at + 1] !== "$") return readDollars(text, at);
  return text[at + 2] === "$" ? undefined : readDoubleDollars(text, at);
}

/** Returns the position after the fence that begins at a line; undefined if none begins there. */
function skipFence(text: string, line: number): number | undefined {
  const end = text.indexOf("\n", line);
  const mark = OPEN_FENCE.exec(text.slice(line, end === -1 ? text.length : end))?.[1];
  if (mark === undefined) return undefined;
  const close = end === -1 ? -1 : text.slice(end).search(new RegExp(`\\n[ \\t>]*${mark}`));
  if (close === -1) return text.length;
  const lineEnd = text.indexOf("\n", end + close + 1);
  return lineEnd === -1 ? text.length : lineEnd;
}

/**
 * Finds the formulas in Markdown: `$x$`, `$$x$$`, `\(x\)` and `\[x\]`, at most `limit` of them. Code has none, and a
 * formula that is still arriving is text.
 */
export function findMath(text: string, limit: number): MathSpan[] {
  const found: MathSpan[] = [];
  let at = 0;
  while (at < text.length && found.length < limit) {
    const fenceEnd = at === 0 || text[at - 1] === "\n" ? skipFence(text, at) : undefined;
    if (fenceEnd !== undefined) {
      at = fenceEnd;
      continue;
    }
    const char = text[at];
    const opens = char === "$" || (char === "\\" && (text[at + 1] === "(" || text[at + 1] === "["));
    const span = opens ? readMath(text, at) : undefined;
    if (span !== undefined) {
      found.push(span);
      at = span.end;
    } else if (char === "`") at = skipCodeSpan(text, at);
    else if (char === "\\") at += 2;
    else if (char === "$") while (text[at] === "$") at += 1;
    else at += 1;
  }
  return found;
}
