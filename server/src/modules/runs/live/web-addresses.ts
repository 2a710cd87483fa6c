import type { JsonValue } from "@stoa/runtime/protocol";

/** An address in a text ends at a space, a quote or an angle bracket, or at the next address. */
const ADDRESS = /https:\/\/(?:(?!,?https:\/\/)[^\s"'<>`])+/gi;
/** Punctuation that a sentence or Markdown puts after an address. */
const PUNCTUATION_BEHIND = /[.,;:!?)\]}*_|]+$/;
/** The end of an address in a Markdown link or a list. */
const CLOSED_BY = /[)\]},|]/;

/** Returns the https addresses in an input, each in the form of `URL`. */
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

/**
 * Adds each address that the text may mean, because a bracket or comma may belong to the address or to the
 * text around it.
 */
function addReadings(written: string, found: Set<string>): void {
  const closedAt = written.search(CLOSED_BY);
  const readings = [
    written,
    written.replace(PUNCTUATION_BEHIND, ""),
    closedAt < 0 ? written : written.slice(0, closedAt),
  ];
  for (const reading of readings) if (URL.canParse(reading)) found.add(new URL(reading).href);
}
