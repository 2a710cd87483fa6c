import { Buffer } from "node:buffer";
import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../model/is-object.ts";
import type { BinaryFile, Item, JsonObject } from "../model/item.ts";

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A file as n8n pins it: its bytes in base64, unless they were kept elsewhere. */
function pinnedFile(value: JsonValue): BinaryFile | undefined {
  const data = isObject(value) ? textOf(value.data) : undefined;
  if (!isObject(value) || data === undefined) return undefined;
  const fileName = textOf(value.fileName);
  const fileExtension = textOf(value.fileExtension);
  return {
    bytes: new Uint8Array(Buffer.from(data, "base64")),
    mimeType: textOf(value.mimeType) ?? "application/octet-stream",
    ...(fileName !== undefined && { fileName }),
    ...(fileExtension !== undefined && { fileExtension }),
  };
}

function pinnedItem(value: JsonValue): Item {
  if (!isObject(value)) return { json: { data: value } };
  const { json, binary } = value;
  if (!isObject(json)) return { json: value };
  if (!isObject(binary)) return { json };
  const files = Object.entries(binary)
    .map(([name, file]) => [name, pinnedFile(file)] as const)
    .filter((entry): entry is [string, BinaryFile] => entry[1] !== undefined);
  return { json, binary: Object.fromEntries(files) };
}

/** Output that the author fixed, as items or as their data alone; of nodes that are there. */
export function readPinned(
  value: JsonValue | undefined,
  nodes: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, Item[]> {
  const pinned: JsonObject = isObject(value) ? value : {};
  return new Map(
    Object.entries(pinned)
      .filter((entry): entry is [string, JsonValue[]] => nodes.has(entry[0]) && Array.isArray(entry[1]))
      .map(([name, items]) => [name, items.map(pinnedItem)]),
  );
}
