import {
  isDrawable,
  LARGE_FONT,
  type LinePart,
  measureInk,
  renderPart,
  splitByFont,
} from "./picture-fonts.ts";

/** Bold or regular text of one size, in pixels. */
export interface TextStyle {
  readonly size: number;
  readonly weight: 400 | 700;
}

/** Marks above and below a letter. More than this would cover the lines around it; no written language needs more. */
const MARKS_MAX = 4;
const EXCESS_MARKS = new RegExp(`(\\p{M}{${MARKS_MAX}})\\p{M}+`, "gu");

/**
 * What XML cannot contain, and what changes the direction of the text around it. Joiners and variation selectors stay,
 * because emoji and some scripts need them.
 */
const NOT_DRAWN = /[\p{Cc}\p{Cs}\p{Cn}\p{Co}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const words = new Intl.Segmenter("en", { granularity: "word" });

/** Returns a text that can be drawn: one line, without the characters for which this machine has no font. */
export function toDrawable(text: string): string {
  const line = text.normalize("NFC").replace(/\s+/gu, " ").replace(NOT_DRAWN, "").replace(EXCESS_MARKS, "$1");
  return [...graphemes.segment(line)]
    .map(({ segment }) => (isDrawable(String.fromCodePoint(segment.codePointAt(0) ?? 32)) ? segment : ""))
    .join("")
    .replace(/ +/g, " ")
    .trim();
}

/** The width of characters as a fraction of the font size, measured once: the distance between two letters with it between. */
const latinWidths = new Map<string, number>();
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/u;
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
const EMOJI_WIDTH = 1.25;
/** Letters of most other scripts are narrower than this. */
const OTHER_WIDTH = 0.72;

function measureLatin(character: string, weight: TextStyle["weight"]): number {
  const key = `${weight}${character}`;
  const known = latinWidths.get(key);
  if (known !== undefined) return known;
  const style = `font-size="100" font-weight="${weight}"`;
  const measure = (text: string) => measureInk({ text, font: "Latin" }, style)?.width ?? 0;
  const width = (measure(`H${character}H`) - measure("HH")) / 100;
  latinWidths.set(key, width);
  return width;
}

/** Returns the width of a line in pixels: exact for Latin text without kerning, and rounded up for other scripts. */
export function measureLine(line: string, { size, weight }: TextStyle): number {
  let width = 0;
  for (const { segment } of graphemes.segment(line)) {
    if (/^[ -~]$/.test(segment)) width += measureLatin(segment, weight);
    else width += EMOJI.test(segment) ? EMOJI_WIDTH : WIDE.test(segment) ? 1 : OTHER_WIDTH;
  }
  return width * size;
}

/** Shortens a line until it fits with an ellipsis. */
function cutLine(line: string, style: TextStyle, maxWidth: number): string {
  const parts = [...graphemes.segment(line)].map(({ segment }) => segment);
  while (parts.length > 0 && measureLine(`${parts.join("").trimEnd()}…`, style) > maxWidth) parts.pop();
  return `${parts.join("").trimEnd()}…`;
}

export interface WrappedText {
  readonly lines: readonly string[];
  /** Whether the text is longer than its lines, which then end with an ellipsis. */
  readonly isCut: boolean;
}

/** Splits a text into at most `maxLines` lines of at most `maxWidth` pixels, between words where possible. */
export function wrapText(text: string, style: TextStyle, maxWidth: number, maxLines: number): WrappedText {
  const lines: string[] = [];
  let line = "";
  const parts = [...words.segment(text)].flatMap(({ segment }) =>
    measureLine(segment, style) > maxWidth
      ? [...graphemes.segment(segment)].map((part) => part.segment)
      : [segment],
  );
  for (const [index, part] of parts.entries()) {
    if (line !== "" && measureLine((line + part).trimEnd(), style) > maxWidth) {
      if (lines.length + 1 === maxLines) {
        const rest = line + parts.slice(index).join("");
        return {
          lines: [...lines, cutLine(rest.slice(0, line.length + part.length), style, maxWidth)],
          isCut: true,
        };
      }
      lines.push(line.trimEnd());
      line = part.trimStart();
    } else line += part;
  }
  return { lines: line.trim() === "" ? lines : [...lines, line.trimEnd()], isCut: false };
}

/** The room on both sides of the ink of a part, and the width of a space, as fractions of the font size. */
const BEARING = 0.06;
const SPACE_WIDTH = 0.26;

/** Returns whether the widths of all letters are known, so that nothing has to be drawn to measure them. */
const hasKnownWidth = ({ text }: LinePart): boolean =>
  [...graphemes.segment(text)].every(
    ({ segment }) => /^[ -~]$/.test(segment) || (WIDE.test(segment) && !EMOJI.test(segment)),
  );

/** Returns the width of a part in pixels. Letters whose width is not known are drawn and measured. */
function measurePart(part: LinePart, style: TextStyle): number {
  if (hasKnownWidth(part)) return measureLine(part.text, style);
  const ink = measureInk(part, `font-size="${style.size}" font-weight="${style.weight}"`)?.width ?? 0;
  const spaces = part.text.length - part.text.trimEnd().length;
  return ink + (BEARING + spaces * SPACE_WIDTH) * style.size;
}

/**
 * The number of parts of a line. Measuring a part takes 1 to 5 ms of the server's own thread, and no language changes its
 * script so often.
 */
const PARTS_MAX = 6;

/**
 * Returns the parts of a line with one font for letters that belong together: the font for Cyrillic and Greek also has Latin
 * letters, and measuring it takes 20 ms.
 */
function joinParts(parts: readonly LinePart[]): readonly LinePart[] {
  const isLarge = (part: LinePart) => part.font === LARGE_FONT && !hasKnownWidth(part);
  const joined: LinePart[] = [];
  for (const part of parts) {
    const font = part.font === "Latin" && parts.some(isLarge) ? LARGE_FONT : part.font;
    const last = joined.at(-1);
    if (last !== undefined && last.font === font) last.text += part.text;
    else joined.push({ text: part.text, font });
  }
  if (joined.length <= PARTS_MAX) return joined;
  const first = joined.find(({ font }) => font !== "Latin");
  return [{ text: parts.map(({ text }) => text).join(""), font: first?.font }];
}

const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * Returns a line as SVG texts that begin at a point, one for each font. The renderer leaves out a text with several fonts if
 * one of them joins characters that another does not, such as the two letters of a flag.
 */
export function drawLine(line: string, x: number, y: number, style: TextStyle, fill: string): string {
  const parts = [...joinParts(splitByFont(line))];
  if (RIGHT_TO_LEFT.test(line)) parts.reverse();
  const attributes = `y="${y}" font-size="${style.size}" font-weight="${style.weight}" fill="${fill}"`;
  let left = x;
  return parts
    .map((part, index) => {
      const text = renderPart(part, `x="${left}" ${attributes}`);
      if (index < parts.length - 1) left += measurePart(part, style);
      return text;
    })
    .join("");
}
