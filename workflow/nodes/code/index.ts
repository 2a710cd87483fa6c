import type { NodeType } from "../../model/node-type.ts";
import { AI_TRANSFORM_NODE, CODE_NODE } from "./code.ts";

import { FUNCTION_ITEM_NODE, FUNCTION_NODE } from "./function.ts";

import { LANGCHAIN_CODE_NODE } from "./langchain-code.ts";
import { TOOL_CODE_NODE } from "./tool-code.ts";

/** Nodes that run an author's code. */
export const CODE_NODES: readonly NodeType[] = [
  CODE_NODE,
  FUNCTION_NODE,
  FUNCTION_ITEM_NODE,
  AI_TRANSFORM_NODE,
  TOOL_CODE_NODE,
  LANGCHAIN_CODE_NODE,
];
