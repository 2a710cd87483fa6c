import { tokenizer } from "acorn";
import { CODE_LIMITS } from "../../code/code-limits.ts";
import type { NodeNeeds } from "../../model/node-type.ts";

/** What requests are made with. */
const ASKING = new Set(["fetch", "httpRequest"]);
/** A name of much else, too: it asks where it is one of these. */
const REQUEST = "request";
const HELPERS = new Set(["helpers", "$helpers"]);

/** Names of the code itself, as words or as a key in quotes; comments and texts say nothing. */
function* namesIn(source: string): Generator<string> {
  for (const { type, value } of tokenizer(source, {
    ecmaVersion: "latest",
    allowHashBang: true,
  }) as Iterable<{
    type: { label: string };
    value?: unknown;
  }>)
    if ((type.label === "name" || type.label === "string") && typeof value === "string") yield value;
}

function mayAsk(source: string): boolean {
  if (source.length > CODE_LIMITS.sourceCharacters) return true;
  try {
    const names = new Set(namesIn(source));
    const has = (wanted: ReadonlySet<string>) => [...wanted].some((name) => names.has(name));
    return has(ASKING) || (names.has(REQUEST) && has(HELPERS));
  } catch {
    // Code that cannot be parsed fails when it runs. Until then it counts as code that may ask.
    return true;
  }
}

/**
 * The servers that code asks: any, where it makes requests at all. Code may also write their names so that no search
 * finds them; then its agent was published without the host, and the request is refused where it would go out.
 */
export function findCodeHosts(source: unknown, language: unknown = "javaScript"): NodeNeeds {
  // Python runs without a network.
  if (typeof language === "string" && language.startsWith("python")) return {};
  return typeof source === "string" && mayAsk(source) ? { hosts: [undefined] } : {};
}
