import { createHash, createHmac, randomBytes, randomInt, randomUUID } from "node:crypto";
import type { JsonValue } from "@stoa/runtime/protocol";
import jmespath from "jmespath";
import { lookup } from "mime-types";
import { cutText } from "./plain-text.ts";

type PlainFunction = (args: readonly JsonValue[]) => unknown;

const PARTS = [
  "href",
  "origin",
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
] as const;
type Part = (typeof PARTS)[number];

function toParts(url: URL): Record<Part, string> {
  return Object.fromEntries(PARTS.map((part) => [part, url[part]])) as Record<Part, string>;
}

function parseUrl(text: string, base: string | undefined) {
  return URL.canParse(text, base) ? toParts(new URL(text, base)) : null;
}

function changeUrl([href, part, value]: readonly JsonValue[]) {
  const url = new URL(cutText(href));
  const name = cutText(part) as Part;
  if (PARTS.includes(name) && name !== "origin") url[name] = cutText(value);
  return toParts(url);
}

/** The maximum number of random bytes. No node needs more, and the bytes are kept in memory. */
const MAX_RANDOM_BYTES = 1_000_000;

function digest([algorithm, key, parts]: readonly JsonValue[]): string {
  const name = cutText(algorithm);
  const hash = key === null ? createHash(name) : createHmac(name, Buffer.from(cutText(key), "base64"));
  for (const part of parts as string[]) hash.update(Buffer.from(part, "base64"));
  return hash.digest("base64");
}

/** Returns V8's message if a string is not valid JSON, otherwise null. */
function findJsonProblem(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

const SIZE_UNITS = ["B", "kB", "MB", "GB"];

/** Formats the size of a file as n8n does, such as `12.3 kB`. */
export function formatSize(bytes: number): string {
  const unit = Math.min(SIZE_UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / 1000 ** unit).toPrecision(3))} ${SIZE_UNITS[unit]}`;
}

function describeFile([data, fileName, mimeType]: readonly JsonValue[]) {
  const name = typeof fileName === "string" ? fileName : undefined;
  const type = mimeType ?? (name && lookup(name)) ?? false;
  const dot = name?.lastIndexOf(".") ?? -1;
  return {
    data,
    mimeType: type || "text/plain",
    ...(name !== undefined && { fileName: name, ...(dot > 0 && { fileExtension: name.slice(dot + 1) }) }),
    fileSize: formatSize(Buffer.byteLength(cutText(data), "base64")),
  };
}

/** The host functions that need only plain data and are the same for every call. */
export const PLAIN_FUNCTIONS: Readonly<Record<string, PlainFunction>> = {
  url: ([text, base]) => parseUrl(cutText(text), base === null ? undefined : cutText(base)),
  urlWith: changeUrl,
  digest,
  randomUuid: () => randomUUID(),
  randomBytes: ([size]) => {
    if (Number(size) > MAX_RANDOM_BYTES) throw new RangeError("randomBytes returns at most 1,000,000 bytes");
    return randomBytes(Number(size)).toString("base64");
  },
  randomInt: ([low, high]) => randomInt(Number(low), Number(high)),
  jsonProblem: ([text]) => findJsonProblem(cutText(text)),
  jmespath: ([value, query]) => jmespath.search(value ?? null, cutText(query)) as unknown,
  describedFile: describeFile,
};
