import type { NodeRun } from "@stoa/runtime/protocol";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StartedNodes } from "./started-nodes.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function recordStarts() {
  const runs: NodeRun[] = [];
  return { runs, nodes: new StartedNodes((run) => runs.push(run)) };
}

test("reports a slow node as running once", () => {
  const { runs, nodes } = recordStarts();
  nodes.start({ node: "Ask", runIndex: 2, within: "Called" });
  vi.advanceTimersByTime(5_000);
  expect(runs).toEqual([
    {
      node: "Ask",
      within: "Called",
      runIndex: 2,
      state: "running",
      ms: 0,
      itemsIn: [],
      itemsOut: [],
      items: [],
    },
  ]);
});

test("reports a node that starts again before its end once, and not after its end", () => {
  const { runs, nodes } = recordStarts();
  nodes.start({ node: "Ask", runIndex: 0 });
  nodes.start({ node: "Ask", runIndex: 0 });
  vi.advanceTimersByTime(5_000);
  expect(runs).toHaveLength(1);
  nodes.start({ node: "Set", runIndex: 0 });
  nodes.start({ node: "Set", runIndex: 0 });
  nodes.end({ node: "Set", runIndex: 0 });
  vi.advanceTimersByTime(5_000);
  expect(runs).toHaveLength(1);
});

test("does not report a fast node or a node that the end of the run interrupts", () => {
  const { runs, nodes } = recordStarts();
  nodes.start({ node: "Set", runIndex: 0 });
  nodes.end({ node: "Set", runIndex: 0 });
  nodes.start({ node: "Ask", runIndex: 0 });
  nodes.close();
  vi.advanceTimersByTime(5_000);
  expect(runs).toEqual([]);
});
