import type { BinaryFile, Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeNeeds } from "../../../model/node-type.ts";
import { newFile } from "../../files/binary-file.ts";

/** What models of the gateway do not do, text alone being theirs: it is asked of the vendor, with the caller's connector. */
export interface MediaOperation {
  path: string;
  each(context: NodeContext, itemIndex: number, item: Item): Promise<Item[]>;
}

export type MediaOperations = Readonly<Record<string, MediaOperation>>;

/** The operation of a name, where it is one of these. */
export function mediaOperation(operations: MediaOperations, name: string): MediaOperation | undefined {
  return Object.hasOwn(operations, name) ? operations[name] : undefined;
}

/** What a caller has to have connected for it. */
export function mediaNeeds(service: string, { path }: MediaOperation): NodeNeeds {
  return { connectors: [{ service, methods: ["POST"], paths: [path] }] };
}

/** A file that was made, under the field that the options name; its item says what kind of file it is. */
export function madeFile(
  context: NodeContext,
  itemIndex: number,
  bytes: Uint8Array,
  known: { fileName?: string; mimeType?: string },
): Item {
  const file = newFile(bytes, known);
  const field = context.text("options.binaryPropertyOutput", itemIndex) || "data";
  return { json: described(file), binary: { [field]: file } };
}

function described({ mimeType, fileExtension, fileName }: BinaryFile): JsonObject {
  return {
    mimeType,
    fileType: mimeType.split("/")[0] ?? "",
    ...(fileExtension !== undefined && { fileExtension }),
    ...(fileName !== undefined && { fileName }),
  };
}
