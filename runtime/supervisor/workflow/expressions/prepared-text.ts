import { ExpressionError } from "./expression-error.ts";
import { type PlainPath, plainPath } from "./plain-path.ts";
import { type Piece, readTemplate } from "./template.ts";

/** A text of the file, read once. */
export interface PreparedText {
  pieces: readonly Piece[];
  /** The whole text is one plain path. */
  path: PlainPath | undefined;
  /** It cannot be evaluated. */
  error: ExpressionError | undefined;
}

/** As many as a large file has, and no more memory than a large item. */
const MAX_TEXTS = 10_000;
const MAX_CHARACTERS = 4_000_000;

const prepared = new Map<string, PreparedText>();
let characters = 0;

/** Reads a text that begins with `=`, or remembers it. */
export function prepareText(text: string): PreparedText {
  const known = prepared.get(text);
  if (known) return known;
  const made = read(text.slice(1));
  if (prepared.size >= MAX_TEXTS || characters > MAX_CHARACTERS) {
    prepared.clear();
    characters = 0;
  }
  prepared.set(text, made);
  characters += text.length;
  return made;
}

function read(template: string): PreparedText {
  try {
    const pieces = readTemplate(template);
    const [only] = pieces;
    const expression = pieces.length === 1 && typeof only === "object" ? only.expression : undefined;
    return { pieces, path: expression && plainPath(expression), error: undefined };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { pieces: [], path: undefined, error };
  }
}
