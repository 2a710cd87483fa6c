export interface SplitOptions {
  /** The maximum length of a chunk, in characters or in the unit that `length` measures. */
  size: number;
  overlap: number;
  length?: (text: string) => number;
}

const countCharacters = (text: string): number => text.length;

/**
 * Joins pieces into chunks of limited size. A chunk begins with the last pieces of the previous one, up to a length of
 * `overlap`.
 */
function joinPieces(pieces: readonly string[], separator: string, options: SplitOptions): string[] {
  const { size, overlap, length = countCharacters } = options;
  const gap = length(separator);
  const chunks: string[] = [];
  const current: string[] = [];
  let total = 0;
  const give = () => {
    const chunk = current.join(separator).trim();
    if (chunk !== "") chunks.push(chunk);
  };
  for (const piece of pieces) {
    const addedLength = length(piece);
    if (total + addedLength + current.length * gap > size && current.length > 0) {
      give();
      while (total > overlap || (total + addedLength + current.length * gap > size && total > 0)) {
        total -= length(current.shift() ?? "");
      }
    }
    current.push(piece);
    total += addedLength;
  }
  give();
  return chunks;
}

/** Splits text at one separator and joins the pieces into chunks of limited size. */
export function splitBySeparator(text: string, separator: string, options: SplitOptions): string[] {
  return joinPieces(
    text.split(separator).filter((piece) => piece !== ""),
    separator,
    options,
  );
}

const SEPARATORS = ["\n\n", "\n", " ", ""];

/** Splits text, keeping each separator at the beginning of the following piece. */
function splitKeepingSeparator(text: string, separator: string): string[] {
  if (separator === "") return [...text];
  const [first = "", ...others] = text.split(separator);
  return [first, ...others.map((piece) => separator + piece)].filter((piece) => piece !== "");
}

/** Splits text at paragraphs. Splits pieces that are still too long at lines, then words, then characters. */
export function splitRecursively(text: string, options: SplitOptions, separators = SEPARATORS): string[] {
  const { size, length = countCharacters } = options;
  const at = separators.findIndex((separator) => separator === "" || text.includes(separator));
  const separator = separators[at] ?? "";
  const finer = at < 0 ? [] : separators.slice(at + 1);
  const chunks: string[] = [];
  let small: string[] = [];
  const give = () => {
    chunks.push(...joinPieces(small, "", options));
    small = [];
  };
  for (const piece of splitKeepingSeparator(text, separator)) {
    if (length(piece) < size) {
      small.push(piece);
      continue;
    }
    give();
    chunks.push(...(finer.length === 0 ? [piece] : splitRecursively(piece, options, finer)));
  }
  give();
  return chunks;
}
