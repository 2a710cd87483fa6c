import type { JsonValue } from "@stoa/runtime/protocol";
import iconv from "iconv-lite";
import { MAX_TEXT_BYTES } from "../../memory/heap-bounds.ts";
import { ensureHeapRoom } from "../../memory/heap-room.ts";
import type { JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import { getField } from "../core/fields/field-path.ts";

/** Returns the value of a field that becomes a file. @throws NodeError if the field is not set */
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

/** Encodes text in the character set that the node's options choose. */
export function encodeByOptions(context: NodeContext, text: string, index: number): Uint8Array {
  const encoding = context.text("options.encoding", index, "utf8") || "utf8";
  return encodeText(text, encoding, { addBom: context.flag("options.addBOM", index) });
}

export const toJsonText = (value: JsonValue): string =>
  typeof value === "string" ? value : JSON.stringify(value);

/** Decodes base64, with or without the prefix of a `data:` URL. @throws TypeError for a value that is not text */
export function decodeBase64(value: JsonValue): Uint8Array {
  if (typeof value !== "string") return Buffer.from(value as unknown as string, "base64");
  return Buffer.from(value.replace(/^data:[^,]{0,200};base64,/, ""), "base64");
}

const isKnown = (encoding: string) => iconv.encodingExists(encoding);

/** Returns the character set of a `Content-Type` header, or undefined if the character set is missing or unknown. */
export function getCharset(contentType: string | undefined): string | undefined {
  const charset = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType ?? "")?.[1];
  return charset && isKnown(charset) ? charset : undefined;
}

/**
 * Decodes text. @throws Error for an unknown character set or too much text; WorkflowLimit if the run has no memory
 * left
 */
export function decodeText(
  bytes: Uint8Array,
  encoding = "utf-8",
  options: { keepBom?: boolean } = {},
): string {
  if (!isKnown(encoding))
    throw new Error(`Unknown encoding '${encoding.slice(0, 40)}'. Use a name such as utf-8`);
  if (bytes.byteLength > MAX_TEXT_BYTES)
    throw new Error(`The text is larger than ${MAX_TEXT_BYTES / 1_048_576} MB. Pass it as a file instead`);
  ensureHeapRoom();
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding, {
    stripBOM: !options.keepBom,
  });
}

/** Encodes text. @throws Error for an unknown character set */
function encodeText(text: string, encoding = "utf-8", options: { addBom?: boolean } = {}): Uint8Array {
  if (!isKnown(encoding))
    throw new Error(`Unknown encoding '${encoding.slice(0, 40)}'. Use a name such as utf-8`);
  return iconv.encode(text, encoding, { addBOM: options.addBom ?? false });
}
