import { ExpressionError } from "./expression-error.ts";
import { type PlainPath, parsePlainPath } from "./plain-path.ts";
import { type Piece, readTemplate } from "./template.ts";

/** A parsed text of the workflow file. */
export interface PreparedText {
  pieces: readonly Piece[];
  /** The path, if all of the text is a single plain path. */
  path: PlainPath | undefined;
  /** The error, if the text cannot be evaluated. */
  error: ExpressionError | undefined;
}

/**
 * The maximum number of cached entries. Only a large file needs more. A syntax tree takes some hundred times the memory
 * of its code.
 */
const MAX_TEXTS = 10_000;
const MAX_CODE = 500_000;

const prepared = new Map<string, PreparedText>();
let code = 0;

/** Parses text that starts with `=`, and caches the result. */
export function prepareText(text: string): PreparedText {
  const cached = prepared.get(text);
  if (cached) return cached;
  const template = read(text.slice(1));
  if (prepared.size >= MAX_TEXTS || code > MAX_CODE) {
    prepared.clear();
    code = 0;
  }
  prepared.set(text, template);
  code += findCode(template.pieces);
  return template;
}

function read(template: string): PreparedText {
  try {
    const pieces = readTemplate(template);
    const [only] = pieces;
    const expression = pieces.length === 1 && typeof only === "object" ? only.expression : undefined;
    return { pieces, path: expression && parsePlainPath(expression), error: undefined };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { pieces: [], path: undefined, error };
  }
}

function findCode(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => {
    const expression = typeof piece === "string" ? undefined : piece.expression;
    return sum + (expression ? expression.end - expression.start : 0);
  }, 0);
}
