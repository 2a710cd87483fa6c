import type { NodeType } from "../model/node-type.ts";
import { AI_NODES, convertNodeToTool } from "./ai/index.ts";
import { CODE_NODES } from "./code/index.ts";
import { CORE_NODES } from "./core/index.ts";
import { FILE_NODES } from "./files/index.ts";
import { HTTP_NODES } from "./http/index.ts";
import { SERVICE_NODES } from "./services/index.ts";
import { serviceTrigger, TRIGGER_NODES } from "./triggers/index.ts";

const NODES: readonly NodeType[] = [
  TRIGGER_NODES,
  CORE_NODES,
  HTTP_NODES,
  FILE_NODES,
  CODE_NODES,
  AI_NODES,
  SERVICE_NODES,
].flat();

/**
 * The tool variants of nodes that process items, because agents may call such nodes as tools. A node's own tool type
 * takes precedence.
 */
const AS_TOOLS = NODES.filter(({ execute, trigger }) => execute && !trigger).map(convertNodeToTool);

const BY_TYPE = new Map(
  [...AS_TOOLS, ...NODES].flatMap((type) => type.types.map((name) => [name, type] as const)),
);

/** Returns the node type with this name, or undefined if it is not known. */
export function findNodeType(type: string): NodeType | undefined {
  return BY_TYPE.get(type) ?? serviceTrigger(type);
}
