import type { JsonValue } from "@stoa/runtime/protocol";

export type JsonObject = { [key: string]: JsonValue };

/** A file that travels with an item. Its bytes are never written to disk and count against the run's bound. */
export interface BinaryFile {
  bytes: Uint8Array;
  mimeType: string;
  fileName?: string;
  /** Without the dot. */
  fileExtension?: string;
}

/** Which item, of which input, an item was made from; `input` is 0 where it is not said. */
export interface PairedItem {
  item: number;
  input?: number;
  /** The run of the node that the item came into, where it is not the one that gives it: a loop keeps its items. */
  run?: number;
}

/** What nodes hand on. */
export interface Item {
  json: JsonObject;
  binary?: Record<string, BinaryFile>;
  /** None: the engine pairs it, where that is clear. */
  pairedItem?: PairedItem | PairedItem[];
  /** Set where a node went on after an error with this item: it goes to the error output, where there is one. */
  failed?: true;
}
