import type { NodeType } from "../../model/node-type.ts";
import { manualTrigger } from "./manual-trigger.ts";
import { noOperation } from "./no-operation.ts";

/** Nodes that a run begins with, and those that only join others. */
export const TRIGGER_NODES: readonly NodeType[] = [manualTrigger, noOperation];
