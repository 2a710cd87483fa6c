import type { SubNodeKind } from "./connection.ts";
import type { Item } from "./item.ts";
import type { NodeContext } from "./node-context.ts";
import type { SubNodes } from "./sub-nodes.ts";
import type { Workflow } from "./workflow.ts";
import type { WorkflowNode } from "./workflow-node.ts";

/** The needs of a node, as far as its parameters show them. */
export interface NodeNeeds {
  /** Services by Stoa's names, with the methods and paths that the node uses. No paths means any path. */
  connectors?: readonly { service: string; methods: readonly string[]; paths?: readonly string[] }[];
  /** Model names; `undefined` for a model that an expression chooses. */
  models?: readonly (string | undefined)[];
  /** Hosts that the node sends requests to; `undefined` for a host that is known only at run time. */
  hosts?: readonly (string | undefined)[];
}

/** The items of each output. A hole or an empty list means that the output has no items. */
export type Outputs = readonly (readonly Item[] | undefined)[];

/**
 * Returns the value that a sub-node supplies for an item of the node it serves. The context belongs to the sub-node,
 * but has the items of the served node.
 */
export type Suppliers = {
  readonly [Kind in SubNodeKind]?: (
    context: NodeContext,
    itemIndex: number,
  ) => Promise<SubNodes[Kind]> | SubNodes[Kind];
};

/** A type of node. A node processes items or serves other nodes. For some types, this depends on the mode. */
export interface NodeType {
  /** The names of the type in files. The first name is the current name. */
  types: readonly [string, ...string[]];
  /** The supported versions. */
  versions: readonly number[];
  /**
   * Whether later versions run like the last supported version, because n8n no longer develops the node and ignores its
   * version.
   */
  takesLaterVersions?: true;
  /** Whether a run can start with this node. */
  trigger?: true;
  /** Returns the number of inputs; 1 by default. */
  inputs?(node: WorkflowNode): number;
  /**
   * Returns the number of connected inputs that must have items for the node to run once no more items can arrive; 1 by
   * default.
   */
  requiredInputs?(node: WorkflowNode): number;
  /** Returns the number of outputs without the error output; 1 by default. */
  outputs?(node: WorkflowNode): number;
  /**
   * Whether the outputs after the first contain the items that the node discards. They are shown but are never the
   * answer.
   */
  leavesOut?: true;
  /** Runs the node. If it returns null, no node continues, and this run of the node is not recorded. */
  execute?(context: NodeContext): Promise<Outputs | null> | Outputs | null;
  supplies?: Suppliers;
  /**
   * Returns the reason why this node cannot run here as it is configured, as a sentence, or undefined if it can. It is
   * called at upload and before the node runs.
   */
  unsupported?(node: WorkflowNode, workflow: Workflow): string | undefined;
  /** Returns whether the node waits for an answer from a person or another system. */
  waitsOutside?(node: WorkflowNode): boolean;
  needs?(node: WorkflowNode, workflow: Workflow): NodeNeeds;
}
