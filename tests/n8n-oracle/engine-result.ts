import type { JsonObject } from "../../workflow/model/item.ts";

/** An item as both engines are compared. */
export interface ComparedItem {
  json: JsonObject;
  binary?: JsonObject;
  /** The input and the index of each item from which it was created. */
  pairs: readonly (readonly [input: number, item: number])[];
}

/** The result of a workflow in one of the engines. */
export interface EngineResult {
  /** The nodes in the order in which they ran. */
  order: string[];
  /** The number of runs of each node. */
  runs: Record<string, number>;
  /** The outputs of each node's last run. */
  nodes: { [node: string]: ComparedItem[][] };
  error: { node: string; message: string } | undefined;
}
