import { findPinnedNodes, readWorkflow } from "../file/index.ts";
import type { Connection } from "../model/connection.ts";

/** The maximum number of nodes. Larger diagrams are unreadable, and slow in a browser. */
const MAX_NODES = 500;

/** The maximum number of connections: four for each node of the diagram. Real files have one or two. */
const MAX_CONNECTIONS = 4 * MAX_NODES;

/** A workflow as its author has laid it out. */
export interface WorkflowLayout {
  nodes: { name: string; type: string; x: number; y: number; disabled: boolean }[];
  /** Connections between nodes of the diagram. */
  connections: Connection[];
  /** The number of nodes with pinned data that they can be compared with. */
  pinnedNodes: number;
  /** Whether the workflow has more nodes or connections than the diagram. */
  isCut: boolean;
}

/** Returns the diagram of an export, or undefined if the file cannot be read. */
export function drawWorkflow(source: string): WorkflowLayout | undefined {
  const read = readWorkflow(source);
  if ("problem" in read) return undefined;
  const { workflow } = read;
  const nodes = [...workflow.nodes.values()].slice(0, MAX_NODES);
  const drawn = new Set(nodes.map(({ name }) => name));
  const connections = workflow.connections.filter(({ from, to }) => drawn.has(from) && drawn.has(to));
  return {
    nodes: nodes.map(({ name, type, position: [x, y], disabled }) => ({ name, type, x, y, disabled })),
    connections: connections.slice(0, MAX_CONNECTIONS),
    pinnedNodes: findPinnedNodes(workflow).size,
    isCut: workflow.nodes.size > nodes.length || connections.length > MAX_CONNECTIONS,
  };
}
