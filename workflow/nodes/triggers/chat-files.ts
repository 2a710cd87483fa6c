import { isObject } from "../../model/is-object.ts";
import type { BinaryFile, Item } from "../../model/item.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { parseInputFile } from "./caller-input.ts";

/** The field of the input with the files of a chat message. */
export const CHAT_FILES_NAME = "files";

/** Returns whether a Chat Trigger accepts files. */
export function takesChatFiles({ parameters: { options } }: WorkflowNode): boolean {
  return isObject(options) && options.allowFileUploads === true;
}

/** Returns an item with the files of a chat message as the binary fields `data0`, `data1` and so on. */
export function withChatFiles(node: WorkflowNode, item: Item): Item {
  const given = item.json[CHAT_FILES_NAME];
  if (!takesChatFiles(node) || given === undefined || given === null) return item;
  const files = (Array.isArray(given) ? given : [given]).flatMap((value) => parseInputFile(value) ?? []);
  return {
    ...item,
    json: { ...item.json, [CHAT_FILES_NAME]: files.map(describe) },
    binary: { ...item.binary, ...Object.fromEntries(files.map((file, index) => [`data${index}`, file])) },
  };
}

function describe({ fileName = "", fileExtension = "", mimeType, bytes }: BinaryFile) {
  return {
    fileName,
    fileSize: `${bytes.byteLength} B`,
    fileType: mimeType.split("/", 1)[0] ?? "",
    mimeType,
    fileExtension,
  };
}
