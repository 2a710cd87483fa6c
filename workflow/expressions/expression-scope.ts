import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../model/item.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";

/** The data that the expressions of a node can read for one of its items. It is created once per item. */
export interface ExpressionScope {
  readonly node: WorkflowNode;
  readonly workflow: { readonly id: string; readonly name: string; readonly timezone: string };
  /** The items of each of the node's inputs. */
  readonly inputs: readonly (readonly Item[] | undefined)[];
  /** The index of the current item of the first input. */
  readonly itemIndex: number;
  readonly runIndex: number;
  readonly execution: {
    readonly id: string;
    readonly mode: "test" | "production";
    readonly resumeUrl: string;
  };
  /** The output that the first input came from. Not set for the node that the run started with. */
  readonly previous:
    | { readonly name: string; readonly outputIndex: number; readonly runIndex: number }
    | undefined;
  /** Returns the current time. */
  now(): Date;
  /** Returns a node by name, with its runs so far, or undefined if the workflow has no node with this name. */
  otherNode(name: string): OtherNode | undefined;
  /** Additional names, including their `$`, such as `$response` and `$pageCount`. */
  readonly names?: Readonly<Record<string, JsonValue>>;
  /** Returns a model's value for `$fromAI(key)`, or undefined to use the default. */
  fromAi?(key: string): JsonValue | undefined;
}

/** A node that an expression refers to. */
export interface OtherNode {
  readonly node: WorkflowNode;
  readonly executed: boolean;
  /** The data that the node keeps between its runs, such as `noItemsLeft` of a Loop Over Items. */
  readonly context: JsonObject;
  /** The index of its last run. */
  readonly runIndex: number;
  /**
   * Returns its output items. By default these are from the output that leads to the current node, or output 0, and
   * from the last run.
   * @throws Error with a message for the author if the node has not run
   */
  items(output?: number, run?: number): readonly Item[];
  /**
   * Returns the item from which an item of the current node was created.
   * @throws Error with a message for the author if there is none or more than one
   */
  pairedItem(itemIndex: number): Item;
}
