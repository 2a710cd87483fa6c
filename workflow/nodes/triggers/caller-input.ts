import { Buffer } from "node:buffer";
import type { JsonValue } from "@stoa/runtime/protocol";
import { extension, lookup } from "mime-types";
import { isObject } from "../../model/is-object.ts";
import type { BinaryFile, Item, JsonObject } from "../../model/item.ts";

const DATA_URL = /^data:([^;,]*)(?:;[^;,]*)*;base64,/;
/** Its lines, if it has several, are long: 64 characters in PEM, 76 in mails. Short ones are a list. */
const BASE64 = /^(?:[A-Za-z0-9+/]{60,}\r?\n)*[A-Za-z0-9+/]+={0,2}\s*$/;

/** A file from its bytes in base64 or as a `data:` URL; other text is a file of text. */
function fromText(text: string, named: { fileName?: string; mimeType?: string }): BinaryFile {
  const url = DATA_URL.exec(text);
  const isBytes = url !== null || (text.replace(/\s/g, "").length % 4 === 0 && BASE64.test(text));
  const bytes = isBytes ? Buffer.from(text.slice(url?.[0].length ?? 0), "base64") : Buffer.from(text, "utf8");
  const guessed = named.fileName === undefined ? false : lookup(named.fileName);
  const mimeType =
    named.mimeType || url?.[1] || guessed || (isBytes ? "application/octet-stream" : "text/plain");
  const fileExtension = extension(mimeType) || (isBytes ? "bin" : "txt");
  return {
    bytes: new Uint8Array(bytes),
    mimeType,
    fileName: named.fileName ?? `file.${fileExtension}`,
    fileExtension,
  };
}

/** A file as a caller gives it: its text, or `{fileName, mimeType, data}`. */
export function parseInputFile(value: JsonValue): BinaryFile | undefined {
  if (typeof value === "string") return value === "" ? undefined : fromText(value, {});
  if (!isObject(value)) return undefined;
  const { data, fileName, filename, mimeType, mimetype } = value;
  if (typeof data !== "string") return undefined;
  const name = toInputText(fileName ?? filename);
  const type = toInputText(mimeType ?? mimetype);
  return fromText(data, { ...(name !== "" && { fileName: name }), ...(type !== "" && { mimeType: type }) });
}

/** What a caller gave, as the items that a trigger makes its own of: each record of a list, else one. */
export function toInputItems(input: JsonValue | undefined): Item[] {
  if (input === undefined || input === null) return [{ json: {} }];
  if (Array.isArray(input))
    return input.map((entry) => ({ json: isObject(entry) ? entry : { message: entry } }));
  return [{ json: isObject(input) ? input : { message: input } }];
}

/** Names that a message goes by, where the caller gives fields. */
const MESSAGE_NAMES = ["chatInput", "message", "input", "text", "query", "question", "prompt"];

export const toInputText = (value: JsonValue | undefined): string => {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** The message among what a caller gave, and the name that it stood under. */
export function findChatMessage(json: JsonObject): { name: string | undefined; text: string } {
  const names = Object.keys(json);
  const name =
    MESSAGE_NAMES.find((known) => Object.hasOwn(json, known)) ?? (names.length === 1 ? names[0] : undefined);
  return { name, text: name === undefined ? "" : toInputText(json[name]) };
}

/** A field's name as programs may write it: `Company Name?` as `company_name`. */
export function toPlainName(label: string): string {
  const name = label
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "")
    .toLowerCase();
  return /^\p{L}/u.test(name) ? name : `field_${name}`;
}
