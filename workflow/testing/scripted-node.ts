import type { SubNodeKind } from "../model/connection.ts";
import type { Item, JsonObject } from "../model/item.ts";
import type { NodeType } from "../model/node-type.ts";
import type { SubNodes } from "../model/sub-nodes.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";
import { deepFreeze } from "./scripted-services.ts";

export type ItemInput = JsonObject | Item;

/** `{json: {...}}` and the like are items, anything else is the `json` of one. */
function asItem(given: ItemInput): Item {
  const isItem =
    given.json !== null &&
    typeof given.json === "object" &&
    Object.keys(given).every((key) => ["json", "binary", "pairedItem"].includes(key));
  return deepFreeze(isItem ? (given as unknown as Item) : { json: given as JsonObject });
}

/** A node of a workflow as it is without any settings. */
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

/** A type of node that gives what it is told to. */
export function createItemSource(type: string, items: readonly ItemInput[]): NodeType {
  return { types: [type], versions: [1], trigger: true, execute: () => [items.map(asItem)] };
}

/** A type of sub-node that gives what it is told to. */
export function createSubNode<Kind extends SubNodeKind>(
  type: string,
  kind: Kind,
  supplied: SubNodes[Kind],
): NodeType {
  return { types: [type], versions: [1], supplies: { [kind]: () => supplied } };
}
