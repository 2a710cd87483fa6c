import { REMEMBERED_LIMITS } from "@stoa/contract";
import { RouteRefusal } from "../../platform/run-routes/route-refusal.ts";

const NOT_JSON = new RouteRefusal("The value must be valid JSON.", { status: 400, code: "bad_value" });
const TOO_DEEP = new RouteRefusal(
  `The value has more than ${REMEMBERED_LIMITS.valueMaxDepth} levels of lists and objects.`,
  { status: 400, code: "bad_value" },
);

/**
 * Returns the body as text if it is JSON that every reader can parse. PostgreSQL accepts all of it, because JSON contains
 * U+0000 only as an escape.
 * @throws RouteRefusal 400 if the body is not valid JSON or has too many levels
 */
export function toValueText(body: Buffer): string {
  const text = body.toString();
  if (getDepth(text) > REMEMBERED_LIMITS.valueMaxDepth) throw TOO_DEEP;
  try {
    JSON.parse(text);
  } catch {
    throw NOT_JSON;
  }
  return text;
}

/** Returns how deep the lists and objects of a JSON text are nested. */
function getDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') isInString = !isInString;
    else if (isInString) {
      // The next character is escaped: it may be a quotation mark that does not end the string.
      if (character === "\\") index += 1;
    } else if (character === "[" || character === "{") {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (character === "]" || character === "}") depth -= 1;
  }
  return deepest;
}
