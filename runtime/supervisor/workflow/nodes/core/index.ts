import type { NodeType } from "../../model/node-type.ts";
import { EXECUTION_DATA_NODE } from "./execution-data.ts";
import { FILTER_NODE } from "./filter.ts";
import { IF_NODE } from "./if.ts";
import { LIMIT_NODE } from "./limit.ts";
import { STOP_AND_ERROR_NODE } from "./stop-and-error.ts";
import { SWITCH_NODE } from "./switch/switch-node.ts";

/** Nodes that shape, choose and order items. */
export const CORE_NODES: readonly NodeType[] = [
  EXECUTION_DATA_NODE,
  FILTER_NODE,
  IF_NODE,
  LIMIT_NODE,
  STOP_AND_ERROR_NODE,
  SWITCH_NODE,
];
