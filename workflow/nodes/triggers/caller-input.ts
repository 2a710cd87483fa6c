import { Buffer } from "node:buffer";
import type { JsonValue } from "@stoa/runtime/protocol";
import { extension, lookup } from "mime-types";
import { isObject } from "../../model/is-object.ts";
import type { BinaryFile, Item, JsonObject } from "../../model/item.ts";

const DATA_URL = /^data:([^;,]*)(?:;[^;,]*)*;base64,/;
/**
 * Matches base64 text, whose lines have 64 characters in PEM and 76 in emails. Shorter lines are a list of words, not a
 * file.
 */
const BASE64 = /^(?:[A-Za-z0-9+/]{60,}\r?\n)*[A-Za-z0-9+/]+={0,2}\s*$/;

/** Returns a file from base64 or a `data:` URL. Any other string becomes a text file. */
function fromText(text: string, fileInfo: { fileName?: string; mimeType?: string }): BinaryFile {
  const url = DATA_URL.exec(text);
  const isBytes = url !== null || (text.replace(/\s/g, "").length % 4 === 0 && BASE64.test(text));
  const bytes = isBytes ? Buffer.from(text.slice(url?.[0].length ?? 0), "base64") : Buffer.from(text, "utf8");
  const guessed = fileInfo.fileName === undefined ? false : lookup(fileInfo.fileName);
  const mimeType =
    fileInfo.mimeType || url?.[1] || guessed || (isBytes ? "application/octet-stream" : "text/plain");
  const fileExtension = extension(mimeType) || (isBytes ? "bin" : "txt");
  return {
    bytes: new Uint8Array(bytes),
    mimeType,
    fileName: fileInfo.fileName ?? `file.${fileExtension}`,
    fileExtension,
  };
}

/** Returns the caller's file, which is a string or `{fileName, mimeType, data}`. Returns undefined for "" and others. */
export function parseInputFile(value: JsonValue): BinaryFile | undefined {
  if (typeof value === "string") return value === "" ? undefined : fromText(value, {});
  if (!isObject(value)) return undefined;
  const { data, fileName, filename, mimeType, mimetype } = value;
  if (typeof data !== "string") return undefined;
  const name = toInputText(fileName ?? filename);
  const type = toInputText(mimeType ?? mimetype);
  return fromText(data, { ...(name !== "" && { fileName: name }), ...(type !== "" && { mimeType: type }) });
}

/**
 * Converts the caller's input to the items of a trigger. A list becomes one item per element, and any other input
 * becomes a single item. Values that are not objects become the field `message` of their item.
 */
export function toInputItems(input: JsonValue | undefined): Item[] {
  if (input === undefined || input === null) return [{ json: {} }];
  if (Array.isArray(input))
    return input.map((entry) => ({ json: isObject(entry) ? entry : { message: entry } }));
  return [{ json: isObject(input) ? input : { message: input } }];
}

/** Field names of a chat message. */
const MESSAGE_NAMES = ["chatInput", "message", "input", "text", "query", "question", "prompt"];

export const toInputText = (value: JsonValue | undefined): string => {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** Returns the chat message in the input, and the name of its field. The text is "" if there is no message. */
export function findChatMessage(json: JsonObject): { name: string | undefined; text: string } {
  const names = Object.keys(json);
  const name =
    MESSAGE_NAMES.find((messageName) => Object.hasOwn(json, messageName)) ??
    (names.length === 1 ? names[0] : undefined);
  return { name, text: name === undefined ? "" : toInputText(json[name]) };
}

/** Returns a label as an identifier, such as `company_name` for `Company Name?`. */
export function toPlainName(label: string): string {
  const name = label
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "")
    .toLowerCase();
  return /^\p{L}/u.test(name) ? name : `field_${name}`;
}
