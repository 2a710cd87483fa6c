export interface SplitOptions {
  /** Characters of a chunk, or whatever `length` counts. */
  size: number;
  overlap: number;
  length?: (text: string) => number;
}

const charsOf = (text: string): number => text.length;

/** Joins pieces into chunks of limited size. Each chunk begins with the end of the previous one. */
function joined(pieces: readonly string[], separator: string, wish: SplitOptions): string[] {
  const { size, overlap, length = charsOf } = wish;
  const gap = length(separator);
  const chunks: string[] = [];
  const current: string[] = [];
  let total = 0;
  const give = () => {
    const chunk = current.join(separator).trim();
    if (chunk !== "") chunks.push(chunk);
  };
  for (const piece of pieces) {
    const added = length(piece);
    if (total + added + current.length * gap > size && current.length > 0) {
      give();
      while (total > overlap || (total + added + current.length * gap > size && total > 0)) {
        total -= length(current.shift() ?? "");
      }
    }
    current.push(piece);
    total += added;
  }
  give();
  return chunks;
}

/** Splits a text at one separator. */
export function splitBySeparator(text: string, separator: string, wish: SplitOptions): string[] {
  return joined(
    text.split(separator).filter((piece) => piece !== ""),
    separator,
    wish,
  );
}

const SEPARATORS = ["\n\n", "\n", " ", ""];

/** Splits a text, keeping each separator at the beginning of the following piece. */
function keepingSeparator(text: string, separator: string): string[] {
  if (separator === "") return [...text];
  const [first = "", ...others] = text.split(separator);
  return [first, ...others.map((piece) => separator + piece)].filter((piece) => piece !== "");
}

/** Splits a text at paragraphs. Splits pieces that are still too long at lines, then words, then characters. */
export function splitRecursively(text: string, wish: SplitOptions, separators = SEPARATORS): string[] {
  const { size, length = charsOf } = wish;
  const at = separators.findIndex((separator) => separator === "" || text.includes(separator));
  const separator = separators[at] ?? "";
  const finer = at < 0 ? [] : separators.slice(at + 1);
  const chunks: string[] = [];
  let small: string[] = [];
  const give = () => {
    chunks.push(...joined(small, "", wish));
    small = [];
  };
  for (const piece of keepingSeparator(text, separator)) {
    if (length(piece) < size) {
      small.push(piece);
      continue;
    }
    give();
    chunks.push(...(finer.length === 0 ? [piece] : splitRecursively(piece, wish, finer)));
  }
  give();
  return chunks;
}
