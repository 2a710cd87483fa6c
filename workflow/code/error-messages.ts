import { CodeFailure } from "./code-failure.ts";
import { type CheckedSource, findCallAt, findIterableAt, findMemberAt } from "./source-check.ts";

/** The facts that the sandbox reports about a thrown value. */
export interface ThrownError {
  name: string;
  message: string;
  stack: string;
}

/** The text before the author's function, which starts on the same line. */
export const SOURCE_HEAD = "(async function () {";
export const AUTHOR_FILE = "author";

/**
 * Pairs of QuickJS's and V8's messages for the same error. Authors know V8's messages, and their code may compare
 * errors with them.
 */
const SAME_WORDS: readonly (readonly [RegExp, string])[] = [
  [
    /^cannot read property 'Symbol\.iterator' of (undefined|null)$/,
    "$1 is not iterable (cannot read property Symbol(Symbol.iterator))",
  ],
  [/^cannot read property '(.*)' of (undefined|null)$/s, "Cannot read properties of $2 (reading '$1')"],
  [/^cannot set property '(.*)' of (undefined|null)$/s, "Cannot set properties of $2 (setting '$1')"],
  [/^'(.*)' is not defined$/, "$1 is not defined"],
  [/^(.*) is not initialized$/, "Cannot access '$1' before initialization"],
  [/^'(.*)' is read-only$/, "Assignment to constant variable."],
  [/^cannot convert to object$/, "Cannot convert undefined or null to object"],
  [/^circular reference$/, "Converting circular structure to JSON"],
  [/^bigint are forbidden in JSON\.stringify$/i, "Do not know how to serialize a BigInt"],
  [/^(?:invalid array length|array too long)$/i, "Invalid array length"],
  [/^stack overflow$/i, "Maximum call stack size exceeded"],
  [/^out of memory$/i, "The code exceeds its memory limit"],
  [/^string too long$/i, "Invalid string length"],
  [/^Date value is NaN$/, "Invalid time value"],
  [/^expecting hex digit$|^malformed UTF-8$/, "URI malformed"],
  [/^empty array$/, "Reduce of empty array with no initial value"],
  [/^cannot convert symbol to string$/, "Cannot convert a Symbol value to a string"],
  [/^cannot read property of (undefined|null)$/, "Cannot read properties of $1"],
];

interface Place {
  line: number;
  column: number;
}

function findPlace(stack: string): Place | undefined {
  const found = new RegExp(`\\(${AUTHOR_FILE}:(\\d+)(?::(\\d+))?\\)|${AUTHOR_FILE}:(\\d+):(\\d+)`).exec(
    stack,
  );
  if (!found) return undefined;
  const line = Number(found[1] ?? found[3]);
  const column = Number(found[2] ?? found[4] ?? 1) - (line === 1 ? SOURCE_HEAD.length : 0);
  return { line, column };
}

function toV8Message(message: string, source: CheckedSource, place: Place | undefined): string {
  if (message === "not a function") {
    const called = place && findCallAt(source, place.line, place.column);
    return `${called ?? "The value"} is not a function`;
  }
  const property = /^cannot read property of (undefined|null)$/.exec(message);
  const read = property && place && findMemberAt(source, place.line, place.column);
  if (read !== undefined && read !== null)
    return `Cannot read properties of ${property?.[1]} (reading '${read}')`;
  if (message.startsWith("cannot read property 'Symbol.iterator'")) {
    const iterated = place && findIterableAt(source, place.line);
    if (iterated) return `${iterated} is not iterable`;
  }
  for (const [pattern, replacement] of SAME_WORDS)
    if (pattern.test(message)) return message.replace(pattern, replacement);
  return message;
}

/** Converts an error in an author's code to a CodeFailure with the line of the error. */
export function toCodeFailure(thrown: ThrownError, source: CheckedSource, itemIndex?: number): CodeFailure {
  const place = findPlace(thrown.stack);
  const message = toV8Message(thrown.message || "Unknown error", source, place);
  return new CodeFailure(message, { line: place?.line, itemIndex });
}
