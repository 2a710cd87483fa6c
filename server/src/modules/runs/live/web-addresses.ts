import type { JsonValue } from "@stoa/runtime/protocol";

/** A URL in text ends at a space, a quote or an angle bracket, or at the next URL. */
const ADDRESS = /https:\/\/(?:(?!,?https:\/\/)[^\s"'<>`])+/gi;
/** Punctuation that a sentence or Markdown puts after a URL. */
const PUNCTUATION_BEHIND: ReadonlySet<string | undefined> = new Set(".,;:!?)]}*_|");
/** Characters that may end a URL in a Markdown link or a list. */
const CLOSED_BY = /[)\]},|]/;

/** Returns the https URLs in an input, each as `URL` normalizes it. */
export function findWebAddresses(input: JsonValue): ReadonlySet<string> {
  const found = new Set<string>();
  collect(input, found);
  return found;
}

function collect(value: JsonValue, found: Set<string>): void {
  if (typeof value === "string") {
    for (const [written] of value.matchAll(ADDRESS)) addReadings(written, found);
  } else if (Array.isArray(value)) {
    for (const each of value) collect(each, found);
  } else if (typeof value === "object" && value !== null) {
    for (const each of Object.values(value)) collect(each, found);
  }
}

/** Adds each URL that the text may mean, because a bracket or comma may belong to the URL or to the text around it. */
function addReadings(written: string, found: Set<string>): void {
  const closedAt = written.search(CLOSED_BY);
  const readings = [
    written,
    removePunctuationBehind(written),
    closedAt < 0 ? written : written.slice(0, closedAt),
  ];
  for (const reading of readings) if (URL.canParse(reading)) found.add(new URL(reading).href);
}

/** A pattern such as /[.,]+$/ would take time that grows with the square of the punctuation in a URL. */
function removePunctuationBehind(written: string): string {
  let end = written.length;
  while (PUNCTUATION_BEHIND.has(written[end - 1])) end -= 1;
  return written.slice(0, end);
}
