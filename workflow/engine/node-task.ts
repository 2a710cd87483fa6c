import type { Item } from "../model/item.ts";
import type { Reply } from "../model/question.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";
import type { Source } from "./execution-records.ts";
import type { ContinuedCall } from "./saved-run.ts";

/** A node to run, with its input. */
export interface NodeTask {
  node: WorkflowNode;
  inputs: (readonly Item[] | undefined)[];
  sources: (Source | undefined)[];
  /** Set if the node has asked in an earlier turn of the conversation. */
  reply?: Reply;
  /** Set if a workflow that the node called has asked in an earlier turn. */
  continues?: ContinuedCall;
}
