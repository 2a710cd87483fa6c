import type { JsonValue } from "@stoa/runtime/protocol";

export type JsonObject = { [key: string]: JsonValue };

/** A file of an item. Its bytes are never written to disk and count toward the run's limit. */
export interface BinaryFile {
  bytes: Uint8Array;
  mimeType: string;
  fileName?: string;
  /** The extension without the dot. */
  fileExtension?: string;
}

/** The item of an input that an item was made from. `input` is 0 if it is not set. */
export interface PairedItem {
  item: number;
  input?: number;
  /** The run of the node that received the item, if another run outputs it: a loop keeps its items. */
  run?: number;
}

/** An item that nodes pass to each other. */
export interface Item {
  json: JsonObject;
  binary?: Record<string, BinaryFile>;
  /** If it is not set, the engine pairs the item if that is unambiguous. */
  pairedItem?: PairedItem | PairedItem[];
  /** Set if the node continued after an error with this item. It goes to the error output, if there is one. */
  failed?: true;
}
