import type { BinaryFile, Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { createBinaryFile, getBinaryFile } from "../binary-file.ts";
import { findInputFile } from "./disk-files.ts";
import { getRunFiles } from "./run-files.ts";

const getField = (context: NodeContext, index: number) =>
  context.text("dataPropertyName", index, "data") || "data";

/** The Read Binary File node, which reads a file that the run has written or its caller has provided. */
export const readBinaryFile: NodeType = {
  types: ["n8n-nodes-base.readBinaryFile"],
  versions: [1],
  execute: async (context) => [
    await context.each((item, index) => {
      const path = context.text("filePath", index);
      const file = getRunFiles(context).read(path) ?? findInputFile(context, path);
      if (!file)
        throw context.failure(
          `The file "${path.slice(0, 200)}" could not be accessed. A run can only read files that it wrote or that its caller provided`,
          { field: "filePath", itemIndex: index },
        );
      return [{ json: item.json, binary: { ...item.binary, [getField(context, index)]: file } }];
    }),
  ],
};

/** The Read Binary Files node, which reads all files that match a pattern. */
export const readBinaryFiles: NodeType = {
  types: ["n8n-nodes-base.readBinaryFiles"],
  versions: [1],
  execute(context) {
    const files = getRunFiles(context);
    const found = files.find(context.text("fileSelector", 0));
    const items = found.map((path): Item => {
      const file = files.read(path);
      return { json: {}, ...(file && { binary: { [getField(context, 0)]: file } }), pairedItem: { item: 0 } };
    });
    return [items];
  },
};

export const writeBinaryFile: NodeType = {
  types: ["n8n-nodes-base.writeBinaryFile"],
  versions: [1],
  execute: async (context) => [
    await context.each((item, index) => {
      const fileName = context.text("fileName", index);
      const { bytes } = getBinaryFile(context, item, index, getField(context, index));
      getRunFiles(context).write(fileName, bytes, context.flag("options.append", index));
      return [{ json: { ...item.json, fileName }, ...(item.binary && { binary: item.binary }) }];
    }),
  ],
};

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^application\/json/, "json"],
  [/^text\/html/, "html"],
  [/^image\//, "image"],
  [/^video\//, "video"],
  [/^audio\//, "audio"],
  [/^text\/|^application\/javascript/, "text"],
  [/^application\/pdf/, "pdf"],
];

/** Formats a size as `1.34 kB`. */
function formatSize(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"];
  const at = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${at === 0 ? bytes : Number((bytes / 1000 ** at).toPrecision(3))} ${units[at]}`;
}

/** Returns the metadata that n8n adds for a file that was read. */
function describeFile(file: BinaryFile): JsonObject {
  const kind = KINDS.find(([pattern]) => pattern.test(file.mimeType))?.[1];
  return {
    mimeType: file.mimeType,
    ...(kind !== undefined && { fileType: kind }),
    ...(file.fileName !== undefined && { fileName: file.fileName }),
    ...(file.fileExtension !== undefined && { fileExtension: file.fileExtension }),
    fileSize: formatSize(file.bytes.byteLength),
  };
}

const isThere = (file: BinaryFile | undefined) => file !== undefined;

function read(context: NodeContext, index: number): Item[] {
  const files = getRunFiles(context);
  const pattern = context.text("fileSelector", index);
  const written = files.find(pattern).map((path) => files.read(path));
  const found = written.length > 0 ? written : [findInputFile(context, pattern)].filter(isThere);
  if (found.length === 0)
    throw context.failure(
      `No files found for "${pattern.slice(0, 200)}". A run can only read files that it wrote or that its caller provided`,
      { field: "fileSelector", itemIndex: index },
    );
  const field = context.text("options.dataPropertyName", index) || "data";
  return found.map((runFile) => {
    const file = createBinaryFile(runFile?.bytes ?? new Uint8Array(), {
      fileName: context.text("options.fileName", index) || runFile?.fileName,
      mimeType: context.text("options.mimeType", index) || runFile?.mimeType,
    });
    const ending = context.text("options.fileExtension", index);
    const namedFile = ending === "" ? file : { ...file, fileExtension: ending };
    return { json: describeFile(namedFile), binary: { [field]: namedFile } };
  });
}

function write(context: NodeContext, item: Item, index: number): Item[] {
  const fileName = context.text("fileName", index);
  const { bytes } = getBinaryFile(context, item, index, context.text("dataPropertyName", index, "data"));
  getRunFiles(context).write(fileName, bytes, context.flag("options.append", index));
  return [{ json: { ...item.json, fileName }, ...(item.binary && { binary: item.binary }) }];
}

/** The Read/Write Files from Disk node, which reads and writes the run's files and reads its caller's files. */
export const readWriteFile: NodeType = {
  types: ["n8n-nodes-base.readWriteFile"],
  versions: [1, 1.1],
  execute: async (context) => [
    await context.each((item, index) =>
      context.text("operation", index, "read") === "write"
        ? write(context, item, index)
        : read(context, index),
    ),
  ],
};
