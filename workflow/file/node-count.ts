import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../model/is-object.ts";
import { UnreadableWorkflow } from "./workflow-problem.ts";

/** Ten times the largest public template. A run of each is a line of the trace. */
const MAX_NODES = 2_000;

const NOTE = "n8n-nodes-base.stickyNote";

/** Notes stand beside the nodes, and are none. */
export const isNote = (entry: JsonValue): boolean => isObject(entry) && entry.type === NOTE;

/** Said before anything else of a file that is too large: it is what its author can do something about. */
export function refuseManyNodes(nodes: JsonValue | undefined): void {
  if (!Array.isArray(nodes) || nodes.length <= MAX_NODES) return;
  const count = nodes.filter((node) => !isNote(node)).length;
  if (count > MAX_NODES)
    throw new UnreadableWorkflow({
      message: `The workflow has ${count} nodes; at most ${MAX_NODES} are run`,
      field: "nodes",
    });
}
