const TOKEN =
  /[ \t\r\n]*(?:("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([{}[\],:]))/uy;

type Wanted = "value" | "value or end" | "name" | "name or end" | "colon" | "comma or end" | "nothing";

const AFTER_VALUE = (open: readonly string[]): Wanted => (open.length > 0 ? "comma or end" : "nothing");

/** What may come after a mark, or undefined where it may not stand. */
function afterMark(mark: string, wanted: Wanted, open: string[]): Wanted | undefined {
  const opens = mark === "{" || mark === "[";
  if (opens && (wanted === "value" || wanted === "value or end")) {
    open.push(mark);
    return mark === "{" ? "name or end" : "value or end";
  }
  const closes = mark === "}" || mark === "]";
  if (closes && (wanted === "comma or end" || wanted === "value or end" || wanted === "name or end")) {
    const fits = open.at(-1) === (mark === "}" ? "{" : "[");
    if (fits) open.pop();
    return fits ? AFTER_VALUE(open) : undefined;
  }
  if (mark === "," && wanted === "comma or end") return open.at(-1) === "{" ? "name" : "value";
  return mark === ":" && wanted === "colon" ? "value" : undefined;
}

/** A file of 8 MB may be all commas; people's have a tenth of this. */
const MAX_TOKENS = 500_000;

/** The line on which a text stops being JSON; undefined where it is JSON to its end, or that is too far. */
export function lineOfBreak(text: string): number | undefined {
  const open: string[] = [];
  let wanted: Wanted | undefined = "value";
  let at = 0;
  for (let tokens = 0; wanted !== "nothing"; tokens++) {
    if (tokens > MAX_TOKENS) return undefined;
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    if (!token) break;
    const [, string, literal, mark] = token;
    if (mark !== undefined) wanted = afterMark(mark, wanted, open);
    else if (wanted === "value" || wanted === "value or end") wanted = AFTER_VALUE(open);
    else
      wanted =
        string !== undefined && literal === undefined && wanted.startsWith("name") ? "colon" : undefined;
    if (wanted === undefined) break;
    at = TOKEN.lastIndex;
  }
  const rest = text.slice(at);
  if (wanted === "nothing" && rest.trim() === "") return undefined;
  const broken = at + (rest.length - rest.trimStart().length);
  return text.slice(0, broken).split("\n").length;
}
