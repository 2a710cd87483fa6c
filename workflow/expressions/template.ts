import type { Expression } from "acorn";
import { ExpressionError } from "./expression-error.ts";
import { parseCode } from "./syntax.ts";

/** A piece of a text: as it is, or code between `{{` and `}}`. */
export type Piece = string | Code;

export interface Code {
  /** Undefined: nothing but blanks and comments. */
  expression: Expression | undefined;
  /** Where the code begins in the text. */
  at: number;
}

/** How many `}}` are tried as the end of one `{{`: they stand within texts and objects as well. */
const MAX_ENDS = 50;

/**
 * Cuts a text, without its `=`, into pieces. `\{{` is text; what is opened and never closed, too.
 * @throws ExpressionError where code is no expression.
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

/** The shortest code that is an expression; where none is, what is wrong with the shortest. */
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
    // A third brace may be the one that closes an object: `{{ {a: {b: 1}}}}`.
    end = text.indexOf("}}", end + 1);
  }
  if (first instanceof ExpressionError && first.at !== undefined) first.at += from;
  throw first;
}
