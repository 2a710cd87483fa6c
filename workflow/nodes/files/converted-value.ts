import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import { fieldOf } from "../core/fields/field-path.ts";
import { encodeText } from "./text-encoding.ts";

/** A field that becomes a file. @throws NodeError where the item has none. */
export function sourceValue(context: NodeContext, json: JsonObject, field: string, index: number): JsonValue {
  const name = context.text(field, index);
  const value = fieldOf(json, name);
  if (value !== undefined) return value;
  throw context.failure(`The value in "${name}" is not set`, { field, itemIndex: index });
}

/** A text in the character set that the node's options name. */
export function optionsEncoded(context: NodeContext, text: string, index: number): Uint8Array {
  const encoding = context.text("options.encoding", index, "utf8") || "utf8";
  return encodeText(text, encoding, { addBom: context.flag("options.addBOM", index) });
}

export const asText = (value: JsonValue): string =>
  typeof value === "string" ? value : JSON.stringify(value);

/** Bytes that stand as base64, with or without the beginning of a `data:` address. */
export function fromBase64(value: JsonValue): Uint8Array {
  return Buffer.from(asText(value).replace(/^data:[^,]{0,200};base64,/, ""), "base64");
}
