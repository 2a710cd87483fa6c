import type * as z from "zod";

type Issue = z.core.$ZodRawIssue;

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  bigint: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  map: "an object",
  null: "null",
  date: "a date",
  file: "a file",
};

const FORMATS: Readonly<Record<string, string>> = {
  email: "an email address such as name@example.com",
  url: "a web address such as https://example.com",
  datetime: "a date and time in UTC such as 2026-01-31T12:00:00Z",
  date: "a date such as 2026-01-31",
  time: "a time such as 12:00:00",
  uuid: "a UUID",
  json_string: "JSON",
};

/** Abbreviations that are written in capitals in field labels. */
const ABBREVIATIONS = new Set(["api", "csv", "id", "ids", "json", "url", "usd"]);

/** The maximum number of choices that a message lists. A longer list is hard to read in a sentence. */
const MAX_CHOICES = 12;
const MAX_SHOWN_CHARS = 60;

/**
 * Returns a sentence that names the field and its problem: "Password must have at least 6 characters". zod calls this
 * for every issue whose schema does not define a message of its own.
 */
export function describeIssue(issue: Issue): string {
  if (issue.code === "unrecognized_keys") return describeUnknownFields(issue.keys);
  return `${describePath(issue.path ?? [])} ${describeProblem(issue)}`;
}

/** Returns the problem without the field, for messages that name the position themselves: "must be text". */
export function describeValue(issue: Issue): string {
  if (issue.code === "unrecognized_keys") return describeUnknownFields(issue.keys);
  return describeProblem(issue);
}

function describeUnknownFields(keys: readonly string[]): string {
  const names = keys.slice(0, MAX_CHOICES).map((key) => `"${key.slice(0, MAX_SHOWN_CHARS)}"`);
  return names.length === 1
    ? `Unknown field ${names[0]}. Check its spelling or omit it`
    : `Unknown fields ${names.join(", ")}. Check their spelling or omit them`;
}

/** Returns a path as a label: `["tools", 0, "agent_id"]` is "Agent ID in item 1 of tools". */
function describePath(path: readonly PropertyKey[]): string {
  const places: string[] = [];
  for (const [index, part] of path.entries()) {
    if (typeof part !== "number") places.unshift(formatFieldName(String(part)));
    else if (index > 0 && typeof path[index - 1] !== "number")
      places[0] = `item ${part + 1} of ${places[0] ?? ""}`;
    else places.unshift(`item ${part + 1}`);
  }
  const place = places.join(" in ");
  return place === "" ? "The value" : place.charAt(0).toUpperCase() + place.slice(1);
}

function formatFieldName(name: string): string {
  const parts = name.slice(0, MAX_SHOWN_CHARS).split(/[_\s-]+/);
  return parts.map((part) => (ABBREVIATIONS.has(part) ? part.toUpperCase() : part)).join(" ");
}

function describeProblem(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${describeType(issue.expected)}`;
    case "too_small":
      return describeSize(issue, issue.minimum, "least");
    case "too_big":
      return describeSize(issue, issue.maximum, "most");
    case "invalid_format":
      return describeFormat(issue.format);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_value":
      return issue.input === undefined ? "is required" : `must be ${describeChoices(issue.values)}`;
    case "invalid_union":
      return describeUnion(issue.errors);
    case "invalid_key":
      return "has an invalid name";
    default:
      return "is not valid";
  }
}

function describeType(expected: string): string {
  return KINDS[expected] ?? "of a different type";
}

type Bound = { origin?: string; inclusive?: boolean; exact?: boolean };

function describeSize(
  { origin, inclusive, exact }: Bound,
  bound: number | bigint,
  side: "least" | "most",
): string {
  const unit = getUnit(origin, bound);
  if (unit !== undefined) {
    if (side === "least" && Number(bound) === 1 && exact !== true) return "must not be empty";
    return `must have ${exact === true ? "exactly" : `at ${side}`} ${bound} ${unit}`;
  }
  if (inclusive === false) return `must be ${side === "least" ? "more" : "less"} than ${bound}`;
  return `must be at ${side} ${bound}`;
}

function getUnit(origin: string | undefined, bound: number | bigint): string | undefined {
  const isOne = Number(bound) === 1;
  if (origin === "string") return isOne ? "character" : "characters";
  if (origin === "array" || origin === "set" || origin === "map") return isOne ? "item" : "items";
  if (origin === "file") return isOne ? "byte" : "bytes";
  return undefined;
}

function describeFormat(format: string): string {
  const known = FORMATS[format];
  return known === undefined ? "has an invalid format" : `must be ${known}`;
}

function describeChoices(values: readonly z.core.util.Primitive[]): string {
  const shown = values.slice(0, MAX_CHOICES).map((value) => String(value));
  const more = values.length - shown.length;
  const only = shown.length === 1 ? shown[0] : undefined;
  if (only !== undefined) return only;
  return `one of: ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Returns the allowed types of a union, or the problem of the branch that the value was probably meant for. */
function describeUnion(branches: readonly (readonly z.core.$ZodIssue[])[]): string {
  const firsts = branches.flatMap(([first]) => first ?? []);
  const types = firsts.flatMap((first) =>
    first.code === "invalid_type" && first.path.length === 0 ? describeType(first.expected) : [],
  );
  if (types.length > 0 && types.length === branches.length)
    return `must be ${[...new Set(types)].join(" or ")}`;
  const likelyIssue = firsts.find((first) => first.code !== "invalid_type" || first.path.length > 0);
  return likelyIssue === undefined ? "has an invalid value" : `is not valid: ${likelyIssue.message}`;
}
