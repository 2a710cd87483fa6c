import type { SubNodeKind } from "../model/connection.ts";
import type { Item, JsonObject } from "../model/item.ts";
import type { NodeType } from "../model/node-type.ts";
import type { SubNodes } from "../model/sub-nodes.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";
import { deepFreeze } from "./scripted-services.ts";

export type ItemInput = JsonObject | Item;

/**
 * Converts test input to an item. Objects such as `{json: {...}}` are items already; anything else becomes the `json`
 * of an item.
 */
function toItem(input: ItemInput): Item {
  const isItem =
    input.json !== null &&
    typeof input.json === "object" &&
    Object.keys(input).every((key) => ["json", "binary", "pairedItem"].includes(key));
  return deepFreeze(isItem ? (input as unknown as Item) : { json: input as JsonObject });
}

/** Creates a node with default settings. */
export function createNode(node: Partial<WorkflowNode> & { name: string; type: string }): WorkflowNode {
  return deepFreeze({
    id: node.name,
    version: 1,
    position: [0, 0] as const,
    parameters: {},
    disabled: false,
    executeOnce: false,
    alwaysOutputData: false,
    onError: "stopWorkflow" as const,
    maxTries: 1,
    waitBetweenTriesMs: 0,
    credentials: [],
    ...node,
  });
}

/** Creates a trigger type that outputs the given items. */
export function createItemSource(type: string, items: readonly ItemInput[]): NodeType {
  return { types: [type], versions: [1], trigger: true, execute: () => [items.map(toItem)] };
}

/** Creates a sub-node type that supplies the given value. */
export function createSubNode<Kind extends SubNodeKind>(
  type: string,
  kind: Kind,
  supplied: SubNodes[Kind],
): NodeType {
  return { types: [type], versions: [1], supplies: { [kind]: () => supplied } };
}
