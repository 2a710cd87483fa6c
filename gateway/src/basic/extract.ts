/** Kinds of entities that a pattern can find in text. */
export type EntityKind =
  | "email"
  | "url"
  | "phone"
  | "date"
  | "amount"
  | "percentage"
  | "number"
  | "name"
  | "place";

const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const NUMBER = "\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?";
const SCALE = "(?:\\s?(?:k|m|bn|thousand|million|billion|trillion)\\b)?";

/** No pattern nests unbounded repetitions, so hostile text cannot make matching slow. */
const PATTERNS: Record<Exclude<EntityKind, "name" | "place">, RegExp> = {
  email: /[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}/gi,
  url: /\bhttps?:\/\/[^\s<>"')\]]{1,500}[^\s<>"')\].,;:!?]/gi,
  phone: /(?<![\w/.-])(?:\+\d{1,3}[ .-]?)?(?:\(\d{1,4}\)[ .-]?)?\d{2,4}(?:[ .-]\d{2,4}){2,3}(?![\w/-])/g,
  date: new RegExp(
    [
      "\\b\\d{4}-\\d{2}-\\d{2}\\b",
      `\\b\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}\\b\\.?(?:,? \\d{4}\\b)?`,
      `\\b${MONTH}\\.? \\d{1,2}(?:st|nd|rd|th)?\\b(?:,? \\d{4}\\b)?`,
      `\\b${MONTH} \\d{4}\\b`,
      "\\b\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}\\b",
    ].join("|"),
    "gi",
  ),
  amount: new RegExp(
    `(?:US\\$|[$€£¥])\\s?(?:${NUMBER})${SCALE}|\\b(?:${NUMBER})${SCALE}\\s?(?:USD|EUR|GBP|CHF|JPY|dollars?|euros?|pounds?|cents?|€|£)(?!\\w)|\\b(?:USD|EUR|GBP|CHF)\\s(?:${NUMBER})${SCALE}`,
    "gi",
  ),
  percentage: new RegExp(`(?<![\\w.])-?(?:${NUMBER})\\s?(?:%|percent\\b|per cent\\b)`, "gi"),
  number: new RegExp(`(?<![\\w.])-?(?:${NUMBER})(?![\\w]|\\.\\d)`, "g"),
};

const NAME =
  /\b\p{Lu}[\p{L}'’-]+(?:(?: (?:of|de|van|von|der|la|al|bin)){0,2} \p{Lu}[\p{L}'’.-]*\p{L}){1,4}/gu;
const TITLED = /\b(?:Mr|Mrs|Ms|Dr|Prof)\.? \p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?/gu;
const NOT_A_NAME =
  /^(?:The|This|That|These|Those|A|An|In|On|At|By|For|From|If|When|While|After|Before|Our|Your|My|His|Her|Its|Their|We|You|They|He|She|It|And|But|Or|So|Dear|Hello|Hi|Please|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December)$/;

const PLACE = /\b(?:in|at|from|to|near|for|of|around) (\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,2})/gu;
/** The maximum number of entities. Nobody reads a longer list. */
const MAX_FOUND = 500;

/** Returns the distinct entities of one kind as they are written, in order of appearance; at most MAX_FOUND. */
export function extract(kind: EntityKind, text: string): string[] {
  if (kind === "name") return findNames(text);
  const pattern = kind === "place" ? PLACE : PATTERNS[kind];
  const found = [...text.matchAll(pattern)].map(([match, inner]) => (inner ?? match).trim());
  return removeRepeated(kind === "place" ? found.filter((place) => !NOT_A_NAME.test(place)) : found);
}

function removeRepeated(found: readonly string[]): string[] {
  return [...new Set(found)].slice(0, MAX_FOUND);
}

function findNames(text: string): string[] {
  const candidates = [...text.matchAll(TITLED), ...text.matchAll(NAME)]
    .sort((a, b) => a.index - b.index || b[0].length - a[0].length)
    .map(([match]) => withoutOpeningWord(match));
  const whole = removeRepeated(candidates.filter((name) => name.includes(" ")));
  return whole.filter((name) => !whole.some((other) => other !== name && other.includes(name)));
}

function withoutOpeningWord(name: string): string {
  const [first = "", ...rest] = name.split(" ");
  return NOT_A_NAME.test(first) ? rest.join(" ") : name;
}

/**
 * Returns the first number in a string such as "$1,200.50" or "3 million", or undefined if the string contains none.
 */
export function numberIn(text: string): number | undefined {
  const match = /-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?/.exec(text)?.[0];
  if (match === undefined) return undefined;
  const scale = /\d\s?(k|m|bn|thousand|million|billion|trillion)\b/i.exec(text)?.[1]?.toLowerCase() ?? "";
  const factor =
    { k: 1e3, thousand: 1e3, m: 1e6, million: 1e6, bn: 1e9, billion: 1e9, trillion: 1e12 }[scale] ?? 1;
  const value = Number(match.replaceAll(",", "")) * factor;
  return Number.isFinite(value) ? value : undefined;
}

/** Converts a written date to the form 2024-05-31. Returns undefined if the date is not complete. */
export function toIsoDate(text: string): string | undefined {
  const plain = text.replace(/(\d)(?:st|nd|rd|th)\b/gi, "$1").replace(/\bof\b/gi, " ");
  const iso = /^\d{4}-\d{2}-\d{2}$/.exec(plain.trim())?.[0];
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(plain.trim());
  const namedDate =
    /\d{4}/.test(plain) && /\p{L}/u.test(plain) && /\b\d{1,2}\b/.test(plain) ? plain : undefined;
  const written = iso ?? (dotted === null ? namedDate : `${dotted[3]}-${pad(dotted[2])}-${pad(dotted[1])}`);
  if (written === undefined) return undefined;
  const time = Date.parse(/^\d{4}-/.test(written) ? `${written}T00:00:00Z` : `${written} UTC`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
}

function pad(part: string | undefined): string {
  return (part ?? "").padStart(2, "0");
}
