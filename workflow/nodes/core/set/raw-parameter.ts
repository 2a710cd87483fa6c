import type { JsonValue } from "@stoa/runtime/protocol";
import type { NodeContext } from "../../../model/node-context.ts";

/** How many `}}` are tried as the end of one `{{`: they stand within objects and texts as well. */
const MOST_ENDS = 20;

/**
 * A parameter that holds JSON with expressions within: lists and objects that they give are written as JSON.
 * @returns the value as it is, where the file has no expression there.
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
    const found = firstExpression(context, text, open, itemIndex);
    if (!found) break;
    written += text.slice(from, open) + found.written;
    from = found.end;
  }
  return written + text.slice(from);
}

/** What the expression that opens here gives, and where it ends. @throws what the shortest one throws, if none is whole */
function firstExpression(
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
