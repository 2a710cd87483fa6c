import type { SubNodeKind } from "./connection.ts";
import type { Item } from "./item.ts";
import type { NodeContext } from "./node-context.ts";
import type { SubNodes } from "./sub-nodes.ts";
import type { Workflow } from "./workflow.ts";
import type { WorkflowNode } from "./workflow-node.ts";

/** What a node needs of Stoa to run, as its parameters show without running it. */
export interface NodeNeeds {
  /** Services by our names, with what is done there, and where: everywhere, unless paths are said. */
  connectors?: readonly { service: string; methods: readonly string[]; paths?: readonly string[] }[];
  /** Models by name; `undefined` within: chosen by an expression. */
  models?: readonly (string | undefined)[];
  /** Hosts that it asks; `undefined` within: known only when it runs. */
  hosts?: readonly (string | undefined)[];
}

/** Items by output. A hole, or an empty list, is an output that nothing came out of. */
export type Outputs = readonly (readonly Item[] | undefined)[];

/** Makes what a sub-node gives, for an item of the node that it serves; the context is its own, with that node's items. */
export type Suppliers = {
  readonly [Kind in SubNodeKind]?: (
    context: NodeContext,
    itemIndex: number,
  ) => Promise<SubNodes[Kind]> | SubNodes[Kind];
};

/** One type of node: items pass through it, it serves other nodes, or both by its mode. */
export interface NodeType {
  /** As files name it; the first is the present name. */
  types: readonly [string, ...string[]];
  /** The versions that are understood. */
  versions: readonly number[];
  /** n8n develops it no further and never looks at its version: a later one is a slip, which runs as the last. */
  takesLaterVersions?: true;
  /** A run can begin here. */
  trigger?: true;
  /** How many inputs it waits for; 1 where nothing is said. */
  inputs?(node: WorkflowNode): number;
  /** How many of its connected inputs need items, where nothing more can come; 1 where nothing is said. */
  requiredInputs?(node: WorkflowNode): number;
  /** How many outputs it has, without the one for errors; 1 where nothing is said. */
  outputs?(node: WorkflowNode): number;
  /** Its outputs after the first are what it leaves out: they are shown, but nobody's answer. */
  leavesOut?: true;
  execute?(context: NodeContext): Promise<Outputs> | Outputs;
  supplies?: Suppliers;
  /** Why this node, as it is configured, cannot run here: a sentence. Asked at upload, and before it runs. */
  unsupported?(node: WorkflowNode, workflow: Workflow): string | undefined;
  /** It waits for somebody's answer while the run goes on. */
  waitsOutside?(node: WorkflowNode): boolean;
  needs?(node: WorkflowNode, workflow: Workflow): NodeNeeds;
}
