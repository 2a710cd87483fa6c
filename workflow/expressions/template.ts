import type { Expression } from "acorn";
import { ExpressionError } from "./expression-error.ts";
import { parseCode } from "./syntax.ts";

/** A part of the text: literal text, or code between `{{` and `}}`. */
export type Piece = string | Code;

export interface Code {
  /** Undefined if the code consists only of blanks and comments. */
  expression: Expression | undefined;
  /** The position of the code in the text. */
  at: number;
}

/** The number of `}}` that are tried as the end of one `{{`, because strings and objects may also contain `}}`. */
const MAX_ENDS = 50;

/**
 * Splits text, without its leading `=`, into parts. `\{{` is text, and so is code that is never closed.
 * @throws ExpressionError for code that is not an expression
 */
export function readTemplate(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (let open = text.indexOf("{{"); open !== -1; open = text.indexOf("{{", open)) {
    if (text[open - 1] === "\\") {
      pieces.push(text.slice(from, open - 1));
      from = open;
      open += 2;
      continue;
    }
    const end = text.indexOf("}}", open + 2);
    if (end === -1) break;
    const code = readCode(text, open + 2, end);
    pieces.push(text.slice(from, open), { expression: code.expression, at: open + 2 });
    from = code.end + 2;
    open = from;
  }
  pieces.push(text.slice(from));
  return pieces.filter((piece) => piece !== "");
}

/**
 * Returns the shortest code that is an expression. If no candidate is an expression, throws the error of the shortest
 * candidate.
 */
function readCode(
  text: string,
  from: number,
  firstEnd: number,
): { expression: Expression | undefined; end: number } {
  let first: unknown;
  let end = firstEnd;
  for (let tries = 0; end !== -1 && tries < MAX_ENDS; tries++) {
    try {
      return { expression: parseCode(text.slice(from, end).replaceAll("\\}}", "}}")), end };
    } catch (error) {
      first ??= error;
    }
    // A third brace may close an object: `{{ {a: {b: 1}}}}`.
    end = text.indexOf("}}", end + 1);
  }
  if (first instanceof ExpressionError && first.at !== undefined) first.at += from;
  throw first;
}
