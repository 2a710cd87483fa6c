import { describe, expect, it } from "vitest";
import { BOX, type DrawnNode, layOut } from "./drawing-layout.ts";
import { DRAWING } from "./drawing-sample.ts";

const createNode = (name: string, x: number, y: number): DrawnNode => ({
  name,
  type: "t",
  x,
  y,
  disabled: false,
});

function findOverlaps(nodes: readonly DrawnNode[]): string[] {
  const { positionedNodes } = layOut(nodes);
  return positionedNodes.flatMap((one, index) =>
    positionedNodes
      .slice(index + 1)
      .filter(
        (other) => Math.abs(one.left - other.left) < BOX.width && Math.abs(one.top - other.top) < BOX.height,
      )
      .map((other) => `${one.node.name} and ${other.node.name}`),
  );
}

describe("workflow layout", () => {
  it.each<[string, readonly DrawnNode[]]>([
    ["a real file", DRAWING.nodes],
    ["nodes at one position", Array.from({ length: 20 }, (_, index) => createNode(`n${index}`, 0, 0))],
    [
      "sub-nodes close to each other",
      [createNode("a", 0, 0), createNode("b", 100, 10), createNode("c", 200, 0)],
    ],
    [
      "nodes that are far away",
      [createNode("a", -1e6, -1e6), createNode("b", 1e6, 1e6), createNode("c", 0, 0)],
    ],
  ])("boxes never overlap: %s", (_, nodes) => {
    expect(findOverlaps(nodes)).toEqual([]);
  });

  it("keeps the order of nodes from left to right and from top to bottom", () => {
    const { positionedNodes } = layOut(DRAWING.nodes);
    const findNode = (name: string) => positionedNodes.find(({ node }) => node.name === name);
    expect(findNode("When a message comes")?.left).toBeLessThan(findNode("Long?")?.left ?? 0);
    expect(findNode("Agent")?.top).toBeLessThan(findNode("Model")?.top ?? 0);
  });

  it("the diagram is large enough for every box", () => {
    const { positionedNodes, width, height } = layOut(DRAWING.nodes);
    for (const { left, top } of positionedNodes) {
      expect(left).toBeGreaterThan(0);
      expect(left + BOX.width).toBeLessThan(width);
      expect(top + BOX.height).toBeLessThan(height);
    }
  });

  it("draws every node if 1,000 nodes are almost at the same position", () => {
    // An algorithm that takes cubic time would exceed the test's timeout.
    const nodes = Array.from({ length: 1_000 }, (_, index) => createNode(`n${index}`, index % 3, 0));
    expect(layOut(nodes).positionedNodes).toHaveLength(1_000);
  });

  it("the diagram of a workflow without nodes is empty", () => {
    expect(layOut([]).positionedNodes).toEqual([]);
  });
});
