import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { DateTime } from "luxon";
import { titleCase } from "title-case";
import { ExpressionError } from "../expression-error.ts";
import type { Run } from "../interpreter/run.ts";
import { searchBy } from "../methods/search-text.ts";
import { toInteger, toText } from "../values/conversions.ts";
import { parseDate } from "../values/date-text.ts";
import { isDateUnit, parseDateNumber, parseDateText } from "./read-date.ts";
import {
  extractDomain,
  extractEmail,
  extractUrl,
  extractUrlPath,
  isDomain,
  isEmail,
  isUrl,
} from "./web-addresses.ts";

/** Removes everything between `<` and `>`. */
function removeTags(text: string): string {
  return text.replace(/<[^>]*>?/g, "");
}

/**
 * Patterns that remove Markdown, applied in this order. None of them searches beyond the end of a line, so that long
 * strings are fast.
 */
const MARKDOWN: readonly (readonly [RegExp, string])[] = [
  [/^[ \t]*(?:[-*_][ \t]*){3,}$/gm, ""],
  [/^([ \t]*)(?:[-*+]|\d{1,9}\.)[ \t]+/gm, "$1"],
  [/^[ \t]*(?:```|~~~)[^\n]*\n?/gm, ""],
  [/^(?:=+|-+)[ \t]*$/gm, ""],
  [/^[ \t]{0,3}>[ \t]?/gm, ""],
  [/^[ \t]{0,3}\[[^\]\n]*\]:[^\n]*$/gm, ""],
  [/!\[([^\]\n]*)\]\([^)\n]*\)/g, "$1"],
  [/\[([^\]\n]*)\]\([^)\n]*\)/g, "$1"],
  [/\[([^\]\n]*)\]\[[^\]\n]*\]/g, "$1"],
  [/^[ \t]{0,3}#{1,6}[ \t]*([^\n]*?)[ \t]*#*[ \t]*$/gm, "$1"],
  [/([*_]{1,3})(?=\S)([^\n]{1,200}?\S?)\1/g, "$2"],
  [/~~([^~\n]+)~~/g, "$1"],
  [/`([^`\n]+)`/g, "$1"],
];

/** Removes Markdown syntax and tags. */
function removeMarkdown(text: string): string {
  return MARKDOWN.reduce(
    (left, [pattern, replacement]) => left.replace(pattern, replacement),
    removeTags(text),
  );
}

const ALGORITHMS: Readonly<Record<string, string>> = {
  md5: "md5",
  sha1: "sha1",
  sha224: "sha224",
  sha256: "sha256",
  sha384: "sha384",
  sha512: "sha512",
  sha3: "sha3-512",
  ripemd160: "ripemd160",
};

/**
 * Returns the digest of a string as hexadecimal digits, or its base64 encoding for the algorithm `base64`.
 * @throws ExpressionError for an algorithm that n8n does not have
 */
function hashText(text: string, algorithm: string): string {
  const name = algorithm.toLowerCase();
  if (name === "base64") return Buffer.from(text).toString("base64");
  const digest = Object.hasOwn(ALGORITHMS, name) ? ALGORITHMS[name] : undefined;
  if (!digest)
    throw new ExpressionError(
      `hash() accepts ${Object.keys(ALGORITHMS).join(", ")} and base64, not "${algorithm.slice(0, 40)}"`,
    );
  return createHash(digest).update(text).digest("hex");
}

const load = createRequire(import.meta.url);
/** Loads the transliteration on first use, because loading its tables takes a fifth of a thread's startup time. */
const loadTransliteration = () => load("transliteration") as typeof import("transliteration");

type StringFunction = (run: Run, self: string, args: readonly unknown[]) => unknown;

const CURRENCY = /\p{Sc}/gu;

function parseNumber(text: string, read: (text: string) => number, what: string): number {
  const number = read(text.replace(CURRENCY, "").trim());
  if (Number.isNaN(number))
    throw new ExpressionError(`"${text.slice(0, 40)}" cannot be converted to ${what}`);
  return number;
}

function toNumber(text: string): number {
  const number = text === "" ? Number.NaN : Number(text);
  return Number.isNaN(number) ? Number.parseFloat(text) : number;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const hint = text.includes("'") ? " JSON requires double quotes." : "";
    throw new ExpressionError(`parseJson() was called on text that is not JSON.${hint}`, undefined, {
      cause: error,
    });
  }
}

function toDateTime(run: Run, self: string, [format]: readonly unknown[]): unknown {
  if (format !== undefined)
    return isNumber(self) && isDateUnit(format)
      ? parseDateNumber(run, Number(self), format)
      : DateTime.invalid("unparsable");
  const date = parseDateText(run, self);
  if (!date) throw new ExpressionError(`"${self.slice(0, 40)}" is not a date that toDateTime() can read`);
  return date;
}

const isNumber = (text: string) => text !== "" && !Number.isNaN(Number(text));

function toDate(text: string): Date {
  const date = parseDate(text);
  if (!Number.isNaN(date.getTime())) return date;
  throw new ExpressionError(`"${text.slice(0, 40)}" cannot be converted to a date`);
}

function quote(run: Run, self: string, [mark]: readonly unknown[]): string {
  const sign = mark === undefined ? '"' : toText(run, mark);
  const escaped = self.replaceAll("\\", "\\\\");
  return `${sign}${sign === "" ? escaped : escaped.replaceAll(sign, () => `\\${sign}`)}${sign}`;
}

function toSentenceCase(text: string): string {
  return text
    .toLowerCase()
    .replace(
      /((?:^|[.!?])[^\p{L}]{0,200})(\p{L})/gu,
      (_found, before: string, letter: string) => before + letter.toUpperCase(),
    );
}

function toSnakeCase(text: string): string {
  return text
    .toLowerCase()
    .replace(/[ -]/g, "_")
    .replace(/\$|[^\p{L}\p{N}\p{Sc}\p{So}_\s]/gu, "");
}

/** Functions whose running time is about proportional to the length of their input. */
const TABLE: Record<string, StringFunction> = {
  base64Encode: (_run, self) => Buffer.from(self).toString("base64"),
  base64Decode: (_run, self) => Buffer.from(self, "base64").toString(),
  extractDomain: (_run, self) => extractDomain(self),
  extractEmail: (_run, self) => extractEmail(self),
  extractUrl: (_run, self) => extractUrl(self),
  extractUrlPath: (_run, self) => extractUrlPath(self),
  hash: (run, self, [algorithm]) => hashText(self, algorithm === undefined ? "md5" : toText(run, algorithm)),
  isDomain: (_run, self) => isDomain(self),
  isEmail: (_run, self) => isEmail(self),
  isUrl: (_run, self) => isUrl(self),
  isEmpty: (_run, self) => self === "",
  isNotEmpty: (_run, self) => self !== "",
  isNumeric: (_run, self) => !/\s/.test(self) && self !== "" && Number.isFinite(Number(self)),
  length: (_run, self) => self.length,
  parseJson: (_run, self) => parseJson(self),
  quote,
  removeMarkdown: (run, self) => searchBy(run, "removeMarkdown()", self, () => removeMarkdown(self)),
  removeTags: (_run, self) => removeTags(self),
  replaceSpecialChars: (_run, self) => loadTransliteration().transliterate(self, { unknown: "?" }),
  toBoolean: (_run, self) => !["", "false", "no", "0"].includes(self.toLowerCase()),
  toDate: (_run, self) => toDate(self),
  toDateTime,
  toInt: (run, self, [radix]) =>
    parseNumber(self, (text) => Number.parseInt(text, toInteger(run, radix, 10)), "a whole number"),
  toWholeNumber: (_run, self) => parseNumber(self, (text) => Number.parseInt(text, 10), "a whole number"),
  toFloat: (_run, self) => parseNumber(self, Number.parseFloat, "a number"),
  toDecimalNumber: (_run, self) => parseNumber(self, Number.parseFloat, "a number"),
  toNumber: (_run, self) => (self.trim() === "" ? 0 : parseNumber(self, toNumber, "a number")),
  toJsonString: (_run, self) => JSON.stringify(self),
  toSentenceCase: (_run, self) => toSentenceCase(self),
  toSnakeCase: (_run, self) => toSnakeCase(self),
  toTitleCase: (_run, self) => titleCase(self),
  urlDecode: (_run, self, [all]) => (all ? decodeURI(self) : decodeURIComponent(self)),
  urlEncode: (_run, self, [all]) => (all ? encodeURI(self) : encodeURIComponent(self)),
};

export const STRING_EXTENSIONS: Record<string, StringFunction> = Object.fromEntries(
  Object.entries(TABLE).map(([name, method]): [string, StringFunction] => [
    name,
    (run, self, args) => {
      run.text(self.length);
      return method(run, self, args);
    },
  ]),
);
