/** One sentence of a text, or one line of a list. */
export interface Sentence {
  text: string;
  /** The index of the sentence in the text. */
  index: number;
  /** The index of its paragraph. */
  paragraph: number;
  /** The nearest heading above it, or an empty string. */
  heading: string;
  isHeading: boolean;
}

/** Text beyond this length is not read, because ranking it would take longer than 100 ms. */
export const MAX_SOURCE_CHARS = 200_000;
/** A longer sentence is a table or a dump, of which only the beginning is used. */
const MAX_SENTENCE_CHARS = 600;

const ABBREVIATION = /\b(?:mr|mrs|ms|dr|prof|vs|e\.g|i\.e|inc|ltd|jr|sr|fig|approx|dept|u\.s)\.$/i;
const INITIAL = /(?:^|[\s.])\p{Lu}\.$/u;
const LIST_MARK = /^\s*(?:[-*•–]|\d{1,3}[.)])\s+/;
const HEADING = /^\s*#{1,6}\s+(.*)$/;

function splitLine(line: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const match of line.matchAll(/(?<![.!?…])[.!?…]+["'”’)\]]*\s+(?=["'“‘([]?[\p{Lu}\p{N}])|[。!?]+/gu)) {
    const end = match.index + match[0].length;
    const candidate = line.slice(start, end).trim();
    if (ABBREVIATION.test(candidate) || INITIAL.test(candidate)) continue;
    parts.push(candidate);
    start = end;
  }
  parts.push(line.slice(start).trim());
  return parts.filter((part) => /[\p{L}\p{N}]/u.test(part));
}

/** Joins lines that were only wrapped: the first has no final punctuation and the next starts in lower case. */
function unwrap(text: string): string {
  return text.replace(/(\p{L}|\p{N}|,)[ \t]*\n(?=\p{Ll})/gu, "$1 ");
}

/** Splits the first 200,000 characters of a text into sentences. */
export function splitSentences(source: string): Sentence[] {
  const sentences: Sentence[] = [];
  let paragraph = 0;
  let heading = "";
  for (const line of unwrap(source.slice(0, MAX_SOURCE_CHARS)).split("\n")) {
    if (line.trim() === "") {
      paragraph += 1;
      continue;
    }
    const marked = HEADING.exec(line)?.[1]?.trim();
    if (marked !== undefined) {
      paragraph += 1;
      heading = marked;
    }
    const isHeading = marked !== undefined;
    for (const part of isHeading ? [marked] : splitLine(line.replace(LIST_MARK, ""))) {
      const text = part.slice(0, MAX_SENTENCE_CHARS);
      sentences.push({
        text,
        index: sentences.length,
        paragraph,
        heading: isHeading ? "" : heading,
        isHeading,
      });
    }
  }
  return sentences;
}
