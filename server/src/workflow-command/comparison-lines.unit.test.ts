import type { PinnedComparison } from "@stoa/contract";
import { expect, test } from "vitest";
import { isSame, renderComparison } from "./comparison-lines.ts";

type Node = PinnedComparison["nodes"][number];

const createNode = (name: string, change: Partial<Node>): Node => ({
  ...{ name, type: "n8n-nodes-base.set", state: "equal", message: null, runs: 1 },
  ...{ item_counts: [1], items: [[{}]], pinned_count: 1, pinned_items: [{}] },
  ...{ differences: [], has_more_differences: false },
  ...change,
});

const createComparison = (nodes: Node[], change: Partial<PinnedComparison> = {}): PinnedComparison => ({
  trigger: { name: "Start", is_pinned: true },
  ...{ pinned_nodes: nodes.length, equal_nodes: 1, nodes, is_cut: false, error: null },
  ...change,
});

test("each node has a line, and each difference its path and both values", () => {
  const differences = [
    { path: "items[0].json.total", actual: "3", pinned: '"3"' },
    { path: "items[0].json.tax", actual: null, pinned: "1" },
    { path: "items[1]", actual: "{}", pinned: null },
  ];
  const comparison = createComparison([
    createNode("Lines", {}),
    createNode("Total", { state: "different", differences, has_more_differences: true }),
    createNode("Ask", { state: "failed", message: "no such field" }),
  ]);
  expect(renderComparison(comparison)).toEqual([
    "1 of 3 pinned nodes give the same output.",
    "  Same          Lines",
    "  Different     Total",
    '    items[0].json.total: 3 instead of "3"',
    "    items[0].json.tax: missing, pinned as 1",
    "    items[1]: {}, not in the pinned data",
    "    ... more differences",
    "  Failed        Ask: no such field",
  ]);
  expect(isSame(comparison)).toBe(false);
});

test("a workflow is the same if no node differs, even if one was not executed", () => {
  const nodes = [createNode("Lines", {}), createNode("Ask", { state: "pinned" })];
  expect(isSame(createComparison(nodes))).toBe(true);
  expect(isSame(createComparison(nodes, { error: "out of time" }))).toBe(false);
});

test("a file without pinned data is not the same, and the text says how to pin data", () => {
  const comparison = createComparison([], { pinned_nodes: 0, equal_nodes: 0 });
  expect(isSame(comparison)).toBe(false);
  expect(renderComparison(comparison).join()).toContain("select the pin");
});
