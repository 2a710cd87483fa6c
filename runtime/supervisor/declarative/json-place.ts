/** One token of JSON and the space before it. */
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

/** Where the value that begins at `at` ends. */
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

/** Where a part of an object or list begins: its value, and what people look for, which is its name. */
function findPart(
  json: string,
  at: number,
  wanted: PropertyKey,
): { value: number; place: number } | undefined {
  const open = readToken(json, at);
  if (open.text !== "{" && open.text !== "[") return undefined;
  let next = readToken(json, open.end);
  for (let index = 0; next.text !== "" && next.text !== "}" && next.text !== "]"; index++) {
    const isField = open.text === "{";
    const name = isField ? String(JSON.parse(next.text)) : index;
    const value = isField ? readToken(json, next.end).end : next.begin;
    if (name === wanted) return { value, place: next.begin };
    const after = readToken(json, findValueEnd(json, value));
    next = after.text === "," ? readToken(json, after.end) : after;
  }
  return undefined;
}

/** The line on which a path of valid JSON lies, or the nearest thing around it that is there. */
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
