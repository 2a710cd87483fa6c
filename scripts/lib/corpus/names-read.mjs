/** Matches member chains in expressions and code: `$json.data[0].url`, `response.choices[0].message`. */
const CHAIN =
  /([A-Za-z_$][\w$]*)?((?:\s*\??\.\s*[A-Za-z_$][\w$]*|\??\.?\[\s*(?:\d+|'[^'\n]*'|"[^"\n]*")\s*\]|\((?:'[^'\n]*'|"[^"\n]*")?\)(?=\??\.))+)(\s*\(|\s*\|\|\s*\[\])?/g;
const PART = /\.\s*([A-Za-z_$][\w$]*)|\[\s*(\d+)\s*\]|\[\s*['"]([^'"\n]*)['"]\s*\]|(\()/g;

const LISTS = new Set(
  "map filter forEach find findIndex some every reduce join flatMap sort slice push concat".split(" "),
);
/** Names that JavaScript and n8n define, so they are not names of fields that servers return. */
const BUILT_IN = new Set(
  "JSON Math Object Array Date DateTime Duration Number String Promise console process Buffer RegExp this $now $today $execution $workflow $vars $env $runIndex $itemIndex luxon crypto".split(
    " ",
  ),
);
const NOT_DATA = new Set(
  "all first last item itemMatching params context prototype constructor length".split(" "),
);

/**
 * Yields every string in a file's nodes.
 * @param {unknown} value
 * @returns {Generator<string>}
 */
function* findTexts(value) {
  if (typeof value === "string") yield value;
  else if (value !== null && typeof value === "object")
    for (const part of Object.values(value)) yield* findTexts(part);
}

/**
 * Returns the parts of a chain that refer to fields of an answer. A number means that the value is a list.
 * @param {string} chain
 * @param {string} after
 */
function getParts(chain, after) {
  /** @type {(string | number)[]} */
  let parts = [];
  for (const [, plain, index, quoted, call] of chain.matchAll(PART)) {
    if (call !== undefined) {
      if (parts.length > 0 && !NOT_DATA.has(String(parts.pop())))
        return parts.slice(parts.lastIndexOf("json") + 1);
    } else parts.push(index === undefined ? (plain ?? quoted ?? "") : 0);
  }
  const item = parts.lastIndexOf("json");
  if (item >= 0) parts = parts.slice(item + 1);
  while (typeof parts[0] === "string" && NOT_DATA.has(parts[0])) parts.shift();
  if (after.endsWith("]")) parts.push(0);
  if (after.endsWith("(")) {
    const method = parts.pop();
    if (typeof method === "string" && LISTS.has(method)) parts.push(0);
  }
  const end = parts.findIndex((part) => typeof part === "string" && NOT_DATA.has(part));
  return end < 0 ? parts : parts.slice(0, end);
}

/**
 * Returns the chains of names with which a workflow reads the answers that it receives.
 * @param {unknown} nodes
 * @returns {(string | number)[][]}
 */
export function findReadChains(nodes) {
  /** @type {Map<string, (string | number)[]>} */
  const found = new Map();
  for (const text of findTexts(nodes))
    for (const [, root = "", chain = "", after = ""] of text.matchAll(CHAIN)) {
      if (BUILT_IN.has(root) || /^https?$|^www$/.test(root)) continue;
      const parts = getParts(chain, after);
      if (parts.some((part) => typeof part === "string")) found.set(JSON.stringify(parts), parts);
    }
  return [...found.values()];
}
