import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType } from "../../model/node-type.ts";
import { getField, withField, withoutField } from "../core/fields/field-path.ts";
import { createBinaryFile } from "./binary-file.ts";
import { decodeBase64, decodeText, encodeByOptions, toJsonText } from "./text-encoding.ts";

function parseJson(context: NodeContext, text: string, index: number): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    throw context.failure("The file does not contain valid JSON", { itemIndex: index }, { cause: error });
  }
}

function without(binary: Item["binary"] = {}, field: string): Item["binary"] {
  const { [field]: _moved, ...others } = binary;
  return Object.keys(others).length === 0 ? undefined : others;
}

function toJson(context: NodeContext, item: Item, index: number): Item {
  const field = context.text("sourceKey", index, "data");
  const { binary } = item;
  const file = binary && Object.hasOwn(binary, field) ? binary[field] : undefined;
  if (!file) return item;
  const remaining = context.flag("options.keepSource", index) ? binary : without(binary, field);
  const createItem = (json: JsonObject): Item => ({ json, ...(remaining && { binary: remaining }) });
  const decodeSource = () =>
    decodeText(file.bytes, context.text("options.encoding", index, "utf8") || "utf8", {
      keepBom: !context.flag("options.stripBOM", index, true),
    });
  if (context.flag("setAllData", index, true)) {
    const all = parseJson(context, decodeSource(), index);
    return createItem((all ?? {}) as JsonObject);
  }
  let value: JsonValue = context.flag("options.keepAsBase64", index)
    ? Buffer.from(file.bytes).toString("base64")
    : decodeSource();
  if (context.flag("options.jsonParse", index)) value = parseJson(context, toJsonText(value), index);
  return createItem(withField(item.json, context.text("destinationKey", index, "data"), value));
}

function toBytes(context: NodeContext, value: JsonValue, index: number): Uint8Array {
  if (context.flag("options.dataIsBase64", index)) return decodeBase64(value);
  const isRaw = context.flag("options.useRawData", index);
  return encodeByOptions(context, isRaw ? toJsonText(value) : JSON.stringify(value), index);
}

function toBinary(context: NodeContext, item: Item, index: number): Item {
  const all = context.flag("convertAllData", index, true);
  const source = context.text("sourceKey", index, "data");
  const value = all ? item.json : getField(item.json, source);
  if (value === undefined) return item;
  const file = createBinaryFile(toBytes(context, value, index), {
    fileName: context.text("options.fileName", index),
    mimeType: context.text("options.mimeType", index) || "application/json",
  });
  const keeps = context.flag("options.keepSource", index);
  const rest = all ? {} : withoutField(item.json, source);
  return {
    json: keeps ? item.json : rest,
    binary: { ...item.binary, [context.text("destinationKey", index, "data") || "data"]: file },
  };
}

/** The Move Binary Data node, which converts to and from binary data. */
export const moveBinaryData: NodeType = {
  types: ["n8n-nodes-base.moveBinaryData"],
  versions: [1, 1.1],
  execute: async (context) => [
    await context.each((item, index) => {
      const move = context.text("mode", index, "binaryToJson") === "jsonToBinary" ? toBinary : toJson;
      return [move(context, item, index)];
    }),
  ],
};
