import type { BinaryFile, Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { createBinaryFile, getBinaryFile } from "../binary-file.ts";
import { findInputFile } from "./disk-files.ts";
import { getRunFiles } from "./run-files.ts";

const fieldOf = (context: NodeContext, index: number) =>
  context.text("dataPropertyName", index, "data") || "data";

/** Read Binary File: a file that the run has written or its caller has provided. */
export const readBinaryFile: NodeType = {
  types: ["n8n-nodes-base.readBinaryFile"],
  versions: [1],
  execute: async (context) => [
    await context.each((item, index) => {
      const path = context.text("filePath", index);
      const file = getRunFiles(context).read(path) ?? findInputFile(context, path);
      if (!file)
        throw context.failure(
          `The file "${path.slice(0, 200)}" could not be accessed: a run can only read files that it has written or that its caller provided, not files of a disk`,
          { field: "filePath", itemIndex: index },
        );
      return [{ json: item.json, binary: { ...item.binary, [fieldOf(context, index)]: file } }];
    }),
  ],
};

/** Read Binary Files: all files that match a pattern. */
export const readBinaryFiles: NodeType = {
  types: ["n8n-nodes-base.readBinaryFiles"],
  versions: [1],
  execute(context) {
    const files = getRunFiles(context);
    const found = files.find(context.text("fileSelector", 0));
    const made = found.map((path): Item => {
      const file = files.read(path);
      return { json: {}, ...(file && { binary: { [fieldOf(context, 0)]: file } }), pairedItem: { item: 0 } };
    });
    return [made];
  },
};

/** Write Binary File. */
export const writeBinaryFile: NodeType = {
  types: ["n8n-nodes-base.writeBinaryFile"],
  versions: [1],
  execute: async (context) => [
    await context.each((item, index) => {
      const fileName = context.text("fileName", index);
      const { bytes } = getBinaryFile(context, item, index, fieldOf(context, index));
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
function sizeText(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"];
  const at = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${at === 0 ? bytes : Number((bytes / 1000 ** at).toPrecision(3))} ${units[at]}`;
}

/** Returns n8n's metadata of a file that was read. */
function described(file: BinaryFile): JsonObject {
  const kind = KINDS.find(([pattern]) => pattern.test(file.mimeType))?.[1];
  return {
    mimeType: file.mimeType,
    ...(kind !== undefined && { fileType: kind }),
    ...(file.fileName !== undefined && { fileName: file.fileName }),
    ...(file.fileExtension !== undefined && { fileExtension: file.fileExtension }),
    fileSize: sizeText(file.bytes.byteLength),
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
      `No file(s) found for "${pattern.slice(0, 200)}": a run can only read files that it has written or that its caller provided, not files of a disk`,
      { field: "fileSelector", itemIndex: index },
    );
  const field = context.text("options.dataPropertyName", index) || "data";
  return found.map((kept) => {
    const file = createBinaryFile(kept?.bytes ?? new Uint8Array(), {
      fileName: context.text("options.fileName", index) || kept?.fileName,
      mimeType: context.text("options.mimeType", index) || kept?.mimeType,
    });
    const ending = context.text("options.fileExtension", index);
    const named = ending === "" ? file : { ...file, fileExtension: ending };
    return { json: described(named), binary: { [field]: named } };
  });
}

function write(context: NodeContext, item: Item, index: number): Item[] {
  const fileName = context.text("fileName", index);
  const { bytes } = getBinaryFile(context, item, index, context.text("dataPropertyName", index, "data"));
  getRunFiles(context).write(fileName, bytes, context.flag("options.append", index));
  return [{ json: { ...item.json, fileName }, ...(item.binary && { binary: item.binary }) }];
}

/** Read/Write Files from Disk: uses the run's files and those of its caller. */
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
