import { extension, lookup } from "mime-types";
import type { BinaryFile, Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";

/** The first bytes that identify file types, for files without a name or type. */
const SIGNATURES: readonly (readonly [mimeType: string, offset: number, signature: string])[] = [
  ["image/png", 0, "89504e47"],
  ["image/jpeg", 0, "ffd8ff"],
  ["image/gif", 0, "47494638"],
  ["image/webp", 8, "57454250"],
  ["audio/wav", 8, "57415645"],
  ["application/pdf", 0, "25504446"],
  ["application/zip", 0, "504b0304"],
  ["application/gzip", 0, "1f8b"],
  ["application/x-cfb", 0, "d0cf11e0a1b11ae1"],
  ["audio/mpeg", 0, "494433"],
  ["audio/ogg", 0, "4f676753"],
  ["video/mp4", 4, "66747970"],
  ["application/rtf", 0, "7b5c727466"],
  ["application/xml", 0, "3c3f786d6c20"],
];

function detectType(bytes: Uint8Array): string | undefined {
  return SIGNATURES.find(
    ([, offset, signature]) =>
      Buffer.from(bytes.subarray(offset, offset + signature.length / 2)).toString("hex") === signature,
  )?.[0];
}

/** Returns the part of a path after its last slash or backslash. */
export function getBaseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? "";
}

function getExtension(fileName: string): string | undefined {
  const dot = fileName.lastIndexOf(".");
  return dot > 0 && dot < fileName.length - 1 ? fileName.slice(dot + 1) : undefined;
}

/** Creates a binary file. Its type and extension follow from `fileInfo`, or else from its first bytes. */
export function createBinaryFile(
  bytes: Uint8Array,
  fileInfo: { fileName?: string | undefined; mimeType?: string | undefined } = {},
): BinaryFile {
  const fileName = fileInfo.fileName ? getBaseName(fileInfo.fileName) : undefined;
  const ending = fileName && getExtension(fileName);
  const known = fileInfo.mimeType || (ending && lookup(ending)) || detectType(bytes);
  const mimeType = known || "text/plain";
  const fileExtension = ending || (known && extension(known)) || undefined;
  return {
    bytes,
    mimeType,
    ...(fileName && { fileName }),
    ...(fileExtension && { fileExtension }),
  };
}

/** Returns the binary file in an item's field. @throws NodeError if there is none */
export function getBinaryFile(
  context: NodeContext,
  item: Item,
  itemIndex: number,
  field: string,
): BinaryFile {
  const { binary } = item;
  if (binary && Object.hasOwn(binary, field)) return binary[field] as BinaryFile;
  throw context.failure(
    `This operation expects the node's input data to contain a binary file '${field}', but none was found [item ${itemIndex}]`,
    { itemIndex },
  );
}
