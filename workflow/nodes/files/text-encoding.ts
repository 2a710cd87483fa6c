import type { JsonValue } from "@stoa/runtime/protocol";
import iconv from "iconv-lite";
import { MAX_TEXT_BYTES } from "../../memory/heap-bounds.ts";
import { ensureHeapRoom } from "../../memory/heap-room.ts";
import type { JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import { getField } from "../core/fields/field-path.ts";

/** A field that becomes a file. @throws NodeError where the item has none. */
export function getSourceValue(
  context: NodeContext,
  json: JsonObject,
  field: string,
  index: number,
): JsonValue {
  const name = context.text(field, index);
  const value = getField(json, name);
  if (value !== undefined) return value;
  throw context.failure(`The value in "${name}" is not set`, { field, itemIndex: index });
}

/** A text in the character set that the node's options name. */
export function encodeByOptions(context: NodeContext, text: string, index: number): Uint8Array {
  const encoding = context.text("options.encoding", index, "utf8") || "utf8";
  return encodeText(text, encoding, { addBom: context.flag("options.addBOM", index) });
}

export const toJsonText = (value: JsonValue): string =>
  typeof value === "string" ? value : JSON.stringify(value);

/** Bytes that stand as base64, with or without the beginning of a `data:` address. */
export function decodeBase64(value: JsonValue): Uint8Array {
  return Buffer.from(toJsonText(value).replace(/^data:[^,]{0,200};base64,/, ""), "base64");
}

const isKnown = (encoding: string) => iconv.encodingExists(encoding);

/** The character set that a `Content-Type` names. */
export function getCharset(contentType: string | undefined): string | undefined {
  const named = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType ?? "")?.[1];
  return named && isKnown(named) ? named : undefined;
}

/** @throws Error for a character set that nobody knows, and for more than may be read at once; WorkflowLimit */
export function decodeText(
  bytes: Uint8Array,
  encoding = "utf-8",
  options: { keepBom?: boolean } = {},
): string {
  if (!isKnown(encoding)) throw new Error(`The encoding '${encoding.slice(0, 40)}' is not known`);
  if (bytes.byteLength > MAX_TEXT_BYTES)
    throw new Error(
      `The text is larger than ${MAX_TEXT_BYTES / 1_048_576} MB: it can be kept as a file only`,
    );
  ensureHeapRoom();
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding, {
    stripBOM: !options.keepBom,
  });
}

/** @throws Error for a character set that nobody knows. */
function encodeText(text: string, encoding = "utf-8", options: { addBom?: boolean } = {}): Uint8Array {
  if (!isKnown(encoding)) throw new Error(`The encoding '${encoding.slice(0, 40)}' is not known`);
  return iconv.encode(text, encoding, { addBOM: options.addBom ?? false });
}
