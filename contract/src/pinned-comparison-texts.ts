import type { ComparedNodeState, PinnedComparison, PinnedDifference } from "./pinned-comparison.ts";

/** Appends a key of an object or an index of a list to a path: `items[0].json["two words"]`. */
export function appendToPath(path: string, key: string | number): string {
  if (typeof key === "number") return `${path}[${key}]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}

/** Formats a difference, such as `items[2].json.total: 3 instead of "3"`. */
export function describeDifference({ path, actual, pinned }: PinnedDifference): string {
  if (actual === null) return `${path}: missing, pinned as ${pinned}`;
  if (pinned === null) return `${path}: ${actual}, not in the pinned data`;
  return `${path}: ${actual} instead of ${pinned}`;
}

export const NODE_STATE_LABELS: Readonly<Record<ComparedNodeState, string>> = {
  equal: "Same",
  different: "Different",
  pinned: "Not executed",
  not_pinned: "Not pinned",
  failed: "Failed",
  not_reached: "Not reached",
};

/** Returns the result in one sentence, such as "7 of 9 pinned nodes give the same output". */
export function summarizeComparison({
  equal_nodes,
  pinned_nodes,
}: Pick<PinnedComparison, "equal_nodes" | "pinned_nodes">): string {
  if (pinned_nodes === 1)
    return equal_nodes === 1
      ? "The pinned node gives the same output"
      : "The pinned node does not give the same output";
  return `${equal_nodes} of ${pinned_nodes} pinned nodes give the same output`;
}

/** How to pin data, for files that have none. */
export const HOW_TO_PIN =
  "In n8n, run the workflow, open each node that you want to compare, and select the pin above its output. Then download the workflow and upload it as a new version.";
