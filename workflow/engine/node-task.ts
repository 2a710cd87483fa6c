import type { Item } from "../model/item.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";
import type { Source } from "./execution-records.ts";

/** A node to run, with its input. */
export interface NodeTask {
  node: WorkflowNode;
  inputs: (readonly Item[] | undefined)[];
  sources: (Source | undefined)[];
}
