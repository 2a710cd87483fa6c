import type { NodeType } from "../../model/node-type.ts";
import { AGGREGATE_NODE } from "./aggregate.ts";
import { COMPARE_DATASETS_NODE } from "./compare-datasets.ts";
import { CRYPTO_NODE } from "./crypto.ts";
import { DATE_TIME_NODE } from "./date-time/date-time-node.ts";
import { DEBUG_HELPER_NODE } from "./debug-helper.ts";
import { REMOVE_DUPLICATES_NODE } from "./duplicates/remove-duplicates-node.ts";
import { EXECUTION_DATA_NODE } from "./execution-data.ts";
import { FILTER_NODE } from "./filter.ts";
import { IF_NODE } from "./if.ts";
import { ITEM_LISTS_NODE } from "./item-lists.ts";
import { LIMIT_NODE } from "./limit.ts";
import { MERGE_NODE } from "./merge/merge-node.ts";
import { RENAME_KEYS_NODE } from "./rename-keys.ts";
import { RESPOND_TO_WEBHOOK_NODE } from "./respond-to-webhook.ts";
import { SET_NODE } from "./set/set-node.ts";
import { SORT_NODE } from "./sort.ts";
import { SPLIT_IN_BATCHES_NODE } from "./split-in-batches.ts";
import { SPLIT_OUT_NODE } from "./split-out.ts";
import { STOP_AND_ERROR_NODE } from "./stop-and-error.ts";
import { SUMMARIZE_NODE } from "./summarize.ts";
import { SWITCH_NODE } from "./switch.ts";
import { WAIT_NODE } from "./wait.ts";

/** Nodes that transform, select and sort items. */
export const CORE_NODES: readonly NodeType[] = [
  AGGREGATE_NODE,
  COMPARE_DATASETS_NODE,
  CRYPTO_NODE,
  DATE_TIME_NODE,
  DEBUG_HELPER_NODE,
  EXECUTION_DATA_NODE,
  FILTER_NODE,
  IF_NODE,
  ITEM_LISTS_NODE,
  LIMIT_NODE,
  MERGE_NODE,
  REMOVE_DUPLICATES_NODE,
  RENAME_KEYS_NODE,
  RESPOND_TO_WEBHOOK_NODE,
  SET_NODE,
  SORT_NODE,
  SPLIT_IN_BATCHES_NODE,
  SPLIT_OUT_NODE,
  STOP_AND_ERROR_NODE,
  SUMMARIZE_NODE,
  SWITCH_NODE,
  WAIT_NODE,
];
