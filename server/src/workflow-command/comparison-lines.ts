import {
  describeDifference,
  HOW_TO_PIN,
  NODE_STATE_LABELS,
  type PinnedComparison,
  summarizeComparison,
} from "@stoa/contract";

const LABEL_WIDTH = Math.max(...Object.values(NODE_STATE_LABELS).map(({ length }) => length));

type Node = PinnedComparison["nodes"][number];

function renderNode({ name, state, message, differences, has_more_differences }: Node): string[] {
  return [
    `  ${NODE_STATE_LABELS[state].padEnd(LABEL_WIDTH)}  ${name}${message === null ? "" : `: ${message}`}`,
    ...differences.map((difference) => `    ${describeDifference(difference)}`),
    ...(has_more_differences ? ["    ... more differences"] : []),
  ];
}

/** Formats a comparison for people. */
export function renderComparison(comparison: PinnedComparison): string[] {
  const { trigger, nodes, pinned_nodes, is_cut, error } = comparison;
  if (pinned_nodes === 0) return [`The file has no pinned data after '${trigger.name}'. ${HOW_TO_PIN}`];
  return [
    `${summarizeComparison(comparison)}.`,
    ...nodes.flatMap(renderNode),
    ...(is_cut ? ["  ... more nodes"] : []),
    ...(error === null ? [] : [`The comparison ended early: ${error}`]),
  ];
}

/** Returns whether the workflow returns what was pinned, as far as its nodes were executed. */
export function isSame({ nodes, pinned_nodes, error }: PinnedComparison): boolean {
  const differs = nodes.some(({ state }) => state === "different" || state === "failed");
  return pinned_nodes > 0 && !differs && error === null;
}
