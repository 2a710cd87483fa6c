import type { NodeContext } from "../../../model/node-context.ts";

/** Well below the items that a run may hold: a few equal values in two long inputs must not fill its memory first. */
const MOST_COMBINATIONS = 200_000;

/** @throws NodeError where a node would make more items than a run can hold. */
export function checkCombinations(context: NodeContext, count: number, field: string): void {
  if (count <= MOST_COMBINATIONS) return;
  throw context.failure(`This would make more than ${MOST_COMBINATIONS} combinations of items`, { field });
}
