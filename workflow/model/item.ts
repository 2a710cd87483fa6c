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

/** The input item from which an item was created. `input` is 0 if it is not set. */
export interface PairedItem {
  item: number;
  input?: number;
  /** The run in which the node received the item, if it output the item in a different run, as loops do. */
  run?: number;
}

/** An item that nodes pass to each other. */
export interface Item {
  json: JsonObject;
  binary?: Record<string, BinaryFile>;
  /** If this is not set, the engine pairs the item if the pairing is unambiguous. */
  pairedItem?: PairedItem | PairedItem[];
  /**
   * Whether the node continued after an error with this item. The item goes to the error output, if the node has one.
   */
  failed?: true;
}
