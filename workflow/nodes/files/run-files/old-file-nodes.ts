import type { Item } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { fileOf } from "../binary-file.ts";
import { givenInPlaceOf } from "./asked-files.ts";
import { runFiles } from "./run-files.ts";

const fieldOf = (context: NodeContext, index: number) =>
  context.text("dataPropertyName", index, "data") || "data";

/** Read Binary File: one file that the run has written or was given. */
export const readBinaryFile: NodeType = {
  types: ["n8n-nodes-base.readBinaryFile"],
  versions: [1],
  execute: async (context) => [
    await context.each((item, index) => {
      const path = context.text("filePath", index);
      const file = runFiles(context).read(path) ?? givenInPlaceOf(context, path);
      if (!file)
        throw context.failure(
          `The file "${path.slice(0, 200)}" could not be accessed: here a run reads the files that it has written or was given, and none of a machine's disk`,
          { field: "filePath", itemIndex: index },
        );
      return [{ json: item.json, binary: { ...item.binary, [fieldOf(context, index)]: file } }];
    }),
  ],
};

/** Read Binary Files: all that fit a pattern. */
export const readBinaryFiles: NodeType = {
  types: ["n8n-nodes-base.readBinaryFiles"],
  versions: [1],
  execute(context) {
    const files = runFiles(context);
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
      const { bytes } = fileOf(context, item, index, fieldOf(context, index));
      runFiles(context).write(fileName, bytes, context.flag("options.append", index));
      return [{ json: { ...item.json, fileName }, ...(item.binary && { binary: item.binary }) }];
    }),
  ],
};
