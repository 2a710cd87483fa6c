import type { NodeType } from "../../model/node-type.ts";
import { AGGREGATE_NODE } from "./aggregate.ts";
import { EXECUTION_DATA_NODE } from "./execution-data.ts";
import { FILTER_NODE } from "./filter.ts";
import { IF_NODE } from "./if.ts";
import { LIMIT_NODE } from "./limit.ts";
import { MERGE_NODE } from "./merge/merge-node.ts";
import { RENAME_KEYS_NODE } from "./rename-keys.ts";
import { SET_NODE } from "./set/set-node.ts";
import { SORT_NODE } from "./sort.ts";
import { SPLIT_IN_BATCHES_NODE } from "./split-in-batches.ts";
import { SPLIT_OUT_NODE } from "./split-out.ts";
import { STOP_AND_ERROR_NODE } from "./stop-and-error.ts";
import { SWITCH_NODE } from "./switch/switch-node.ts";
import { WAIT_NODE } from "./wait.ts";

/** Nodes that shape, choose and order items. */
export const CORE_NODES: readonly NodeType[] = [
  AGGREGATE_NODE,
  EXECUTION_DATA_NODE,
  FILTER_NODE,
  IF_NODE,
  LIMIT_NODE,
  MERGE_NODE,
  RENAME_KEYS_NODE,
  SET_NODE,
  SORT_NODE,
  SPLIT_IN_BATCHES_NODE,
  SPLIT_OUT_NODE,
  STOP_AND_ERROR_NODE,
  SWITCH_NODE,
  WAIT_NODE,
];
