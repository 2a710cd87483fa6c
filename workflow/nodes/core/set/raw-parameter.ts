import type { JsonValue } from "@stoa/runtime/protocol";
import type { NodeContext } from "../../../model/node-context.ts";

/** The number of `}}` that are tried as the end of a `{{`, because objects and strings may contain `}}`. */
const MOST_ENDS = 20;

/**
 * Returns a JSON parameter with its expressions evaluated. Results that are lists or objects are written as JSON. A
 * value without expressions is returned unchanged.
 */
export function getRawParameter(
  context: NodeContext,
  path: string,
  itemIndex: number,
): JsonValue | undefined {
  const raw = context.raw(path);
  if (typeof raw !== "string" || !raw.startsWith("=")) return raw;
  const text = raw.replace(/^=+/, "");
  let written = "";
  let from = 0;
  for (let open = text.indexOf("{{"); open !== -1; open = text.indexOf("{{", from)) {
    const found = findFirstExpression(context, text, open, itemIndex);
    if (!found) break;
    written += text.slice(from, open) + found.written;
    from = found.end;
  }
  return written + text.slice(from);
}

/**
 * Evaluates the expression that starts at `open`. Returns the result as a string, and the position at which the
 * expression ends.
 * @throws the error of the shortest candidate if no candidate is valid
 */
function findFirstExpression(
  context: NodeContext,
  text: string,
  open: number,
  itemIndex: number,
): { written: string; end: number } | undefined {
  let first: unknown;
  let tried = 0;
  for (
    let end = text.indexOf("}}", open);
    end !== -1 && tried < MOST_ENDS;
    end = text.indexOf("}}", end + 1)
  ) {
    tried += 1;
    try {
      const value = context.evaluate(`=${text.slice(open, end + 2)}`, itemIndex);
      const isData = value !== null && typeof value === "object";
      return { written: isData ? JSON.stringify(value) : String(value), end: end + 2 };
    } catch (error) {
      if (context.signal.aborted) throw error;
      first ??= error;
    }
  }
  if (tried > 0) throw first;
  return undefined;
}
