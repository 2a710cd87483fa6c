/** Matches one JSON token and the whitespace before it. */
const TOKEN = /[ \t\r\n]*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^ \t\r\n{}[\],:"]+)/y;

interface Token {
  text: string;
  begin: number;
  end: number;
}

function readToken(json: string, at: number): Token {
  TOKEN.lastIndex = at;
  const text = TOKEN.exec(json)?.[1] ?? "";
  return { text, begin: TOKEN.lastIndex - text.length, end: TOKEN.lastIndex };
}

/** Returns the end of the value that starts at `at`. */
function findValueEnd(json: string, at: number): number {
  let depth = 0;
  let token = readToken(json, at);
  for (;;) {
    if (token.text === "{" || token.text === "[") depth += 1;
    if (token.text === "}" || token.text === "]") depth -= 1;
    if (depth === 0 || token.text === "") return token.end;
    token = readToken(json, token.end);
  }
}

/**
 * Returns the position of the entry `key` of an object or list, or undefined if there is no such entry. `value` is the
 * start of its value. `place` is the start of its name, which people look for, or of its value in a list.
 */
function findPart(json: string, at: number, key: PropertyKey): { value: number; place: number } | undefined {
  const open = readToken(json, at);
  if (open.text !== "{" && open.text !== "[") return undefined;
  let next = readToken(json, open.end);
  for (let index = 0; next.text !== "" && next.text !== "}" && next.text !== "]"; index++) {
    const isField = open.text === "{";
    const name = isField ? String(JSON.parse(next.text)) : index;
    const value = isField ? readToken(json, next.end).end : next.begin;
    if (name === key) return { value, place: next.begin };
    const after = readToken(json, findValueEnd(json, value));
    next = after.text === "," ? readToken(json, after.end) : after;
  }
  return undefined;
}

/**
 * Returns the line of a path in valid JSON. If the path does not exist, returns the closest existing parent's line.
 */
export function findLine(json: string, path: readonly PropertyKey[]): number {
  let value = 0;
  let place = readToken(json, 0).begin;
  for (const part of path) {
    const found = findPart(json, value, part);
    if (!found) break;
    ({ value, place } = found);
  }
  return json.slice(0, place).split("\n").length;
}
