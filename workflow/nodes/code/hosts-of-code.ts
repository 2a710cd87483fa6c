import { tokenizer } from "acorn";
import { CODE_LIMITS } from "../../code/code-limits.ts";
import type { NodeNeeds } from "../../model/node-type.ts";

/** The functions that make requests. */
const ASKING = new Set(["fetch", "httpRequest"]);
/** A function that makes requests only as a member of the helpers. Other code also uses this name. */
const REQUEST = "request";
const HELPERS = new Set(["helpers", "$helpers"]);

/** Yields the identifiers in code and the values of its string literals, but not its comments. */
function* findNames(source: string): Generator<string> {
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
    const names = new Set(findNames(source));
    const has = (identifiers: ReadonlySet<string>) => [...identifiers].some((name) => names.has(name));
    return has(ASKING) || (names.has(REQUEST) && has(HELPERS));
  } catch {
    // Code that cannot be parsed fails at run time. Until then it is treated as code that makes requests.
    return true;
  }
}

/**
 * Returns the hosts that code calls: any host if the code makes requests, otherwise none. If code hides the names from
 * this search, the agent does not declare the host, and the gateway refuses the request.
 */
export function findCodeHosts(source: unknown, language: unknown = "javaScript"): NodeNeeds {
  // Python runs without a network.
  if (typeof language === "string" && language.startsWith("python")) return {};
  return typeof source === "string" && mayAsk(source) ? { hosts: [undefined] } : {};
}
