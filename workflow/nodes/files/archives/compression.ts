import { gzipSync, zipSync } from "fflate";
import type { BinaryFile, Item } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { createBinaryFile, getBaseName, getBinaryFile } from "../binary-file.ts";
import { gunzipFile, unzipFiles } from "./unzip.ts";

function getFieldNames(context: NodeContext, index: number): string[] {
  const names = context.text("binaryPropertyName", index, "data").split(",");
  return names.map((name) => name.trim()).filter((name) => name !== "");
}

const isZip = ({ bytes }: BinaryFile) => bytes[0] === 0x50 && bytes[1] === 0x4b;
const isGzip = ({ bytes }: BinaryFile) => bytes[0] === 0x1f && bytes[1] === 0x8b;

function unpackFiles(context: NodeContext, file: BinaryFile, index: number): BinaryFile[] {
  if (isZip(file))
    return (
      Object.entries(unzipFiles(file.bytes))
        // Folders, and the files that macOS adds to archives, are left out.
        .filter(([path]) => !path.endsWith("/") && !path.startsWith("__MACOSX/"))
        .map(([path, bytes]) => createBinaryFile(bytes, { fileName: path }))
    );
  if (isGzip(file))
    return [createBinaryFile(gunzipFile(file.bytes), { fileName: file.fileName?.replace(/\.gz$/i, "") })];
  throw context.failure(`The file '${file.fileName ?? ""}' is neither a zip nor a gzip archive`, {
    field: "binaryPropertyName",
    itemIndex: index,
  });
}

function decompress(context: NodeContext, item: Item, index: number): Item {
  const prefix = context.text("outputPrefix", index, context.node.version < 1.1 ? "data" : "file_");
  const binary: Record<string, BinaryFile> = {};
  let count = 0;
  for (const field of getFieldNames(context, index))
    for (const file of unpackFiles(context, getBinaryFile(context, item, index, field), index)) {
      binary[`${prefix}${count}`] = file;
      count += 1;
    }
  return { json: item.json, binary };
}

function zip(context: NodeContext, item: Item, index: number): Item {
  const entries: Record<string, Uint8Array> = {};
  for (const field of getFieldNames(context, index)) {
    const file = getBinaryFile(context, item, index, field);
    entries[file.fileName ?? field] = file.bytes;
  }
  const bytes = zipSync(entries);
  const file = createBinaryFile(bytes, {
    fileName: context.text("fileName", index) || "data.zip",
    mimeType: "application/zip",
  });
  const output = context.text("binaryPropertyOutput", index, "data") || "data";
  return { json: item.json, binary: { ...item.binary, [output]: file } };
}

function gzip(context: NodeContext, item: Item, index: number): Item {
  const fields = getFieldNames(context, index);
  const isOld = context.node.version < 1.1;
  const binary: Record<string, BinaryFile> = { ...item.binary };
  for (const [at, field] of fields.entries()) {
    const source = getBinaryFile(context, item, index, field);
    const fileName = isOld ? "" : context.text("fileName", index);
    const file = createBinaryFile(gzipSync(source.bytes), {
      fileName: fileName || `${getBaseName(source.fileName ?? field)}.gz`,
      mimeType: "application/gzip",
    });
    const output = isOld
      ? `${context.text("outputPrefix", index, "data")}${at}`
      : context.text("binaryPropertyOutput", index, "data") || "data";
    binary[output] = file;
  }
  return { json: item.json, binary };
}

function compress(context: NodeContext, item: Item, index: number): Item {
  const isGzip = context.text("outputFormat", index, context.node.version < 1.1 ? "" : "zip") === "gzip";
  return (isGzip ? gzip : zip)(context, item, index);
}

/** Compression: packs and unpacks files. */
export const compression: NodeType = {
  types: ["n8n-nodes-base.compression"],
  versions: [1, 1.1],
  execute: async (context) => [
    await context.each((item, index) => {
      const packs = context.text("operation", index, "decompress") === "compress";
      return [(packs ? compress : decompress)(context, item, index)];
    }),
  ],
};
