import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../model/item.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";

/** What expressions of a node may ask for while one of its items is looked at. Made once for each item. */
export interface ExpressionScope {
  readonly node: WorkflowNode;
  readonly workflow: { readonly id: string; readonly name: string; readonly timezone: string };
  /** By input, as the node got them. */
  readonly inputs: readonly (readonly Item[] | undefined)[];
  /** Which item of the first input is looked at. */
  readonly itemIndex: number;
  readonly runIndex: number;
  readonly execution: {
    readonly id: string;
    readonly mode: "test" | "production";
    readonly resumeUrl: string;
  };
  /** Where the first input came from; none for the node that the run began with. */
  readonly previous:
    | { readonly name: string; readonly outputIndex: number; readonly runIndex: number }
    | undefined;
  /** The present instant. */
  now(): Date;
  /** Another node by its name (or this one), as far as it has run; undefined where the workflow has none of the name. */
  otherNode(name: string): OtherNode | undefined;
  /** Further names with their `$`: `$response`, `$pageCount`. */
  readonly names?: Readonly<Record<string, JsonValue>>;
  /** What a model gave for `$fromAI(key)`; undefined: its default is taken. */
  fromAi?(key: string): JsonValue | undefined;
}

/** A node that an expression names. */
export interface OtherNode {
  readonly node: WorkflowNode;
  readonly executed: boolean;
  /** What it keeps between its runs, as `noItemsLeft` of a Loop Over Items. */
  readonly context: JsonObject;
  /** Its last run, from 0. */
  readonly runIndex: number;
  /**
   * What came out of it. Without an output: the one that leads to the asking node, else 0. Without a run: the last.
   * @throws Error in words for the author where it has not run.
   */
  items(output?: number, run?: number): readonly Item[];
  /**
   * The item that an item of the asking node was made from.
   * @throws Error in words for the author where that is not clear.
   */
  pairedItem(itemIndex: number): Item;
}
