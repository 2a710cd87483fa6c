import { describe, expect, it } from "vitest";
import { BOX, type DrawnNode, layOut } from "./drawing-layout.ts";
import { DRAWING } from "./drawing-sample.ts";

const at = (name: string, x: number, y: number): DrawnNode => ({ name, type: "t", x, y, disabled: false });

function overlapping(nodes: readonly DrawnNode[]): string[] {
  const { placed } = layOut(nodes);
  return placed.flatMap((one, index) =>
    placed
      .slice(index + 1)
      .filter(
        (other) => Math.abs(one.left - other.left) < BOX.width && Math.abs(one.top - other.top) < BOX.height,
      )
      .map((other) => `${one.node.name} and ${other.node.name}`),
  );
}

describe("workflow layout", () => {
  it.each<[string, readonly DrawnNode[]]>([
    ["a real file's", DRAWING.nodes],
    ["nodes on one place", Array.from({ length: 20 }, (_, index) => at(`n${index}`, 0, 0))],
    ["sub-nodes close to each other", [at("a", 0, 0), at("b", 100, 10), at("c", 200, 0)]],
    ["nodes that are far away", [at("a", -1e6, -1e6), at("b", 1e6, 1e6), at("c", 0, 0)]],
  ])("never overlaps two boxes: %s", (_, nodes) => {
    expect(overlapping(nodes)).toEqual([]);
  });

  it("keeps nodes left of or above each other as in the file", () => {
    const { placed } = layOut(DRAWING.nodes);
    const place = (name: string) => placed.find(({ node }) => node.name === name);
    expect(place("When a message comes")?.left).toBeLessThan(place("Long?")?.left ?? 0);
    expect(place("Agent")?.top).toBeLessThan(place("Model")?.top ?? 0);
  });

  it("is large enough for every box", () => {
    const { placed, width, height } = layOut(DRAWING.nodes);
    for (const { left, top } of placed) {
      expect(left).toBeGreaterThan(0);
      expect(left + BOX.width).toBeLessThan(width);
      expect(top + BOX.height).toBeLessThan(height);
    }
  });

  it("draws each of 1,000 nodes at the same position", () => {
    // An algorithm of cubic time would exceed the test's timeout.
    const nodes = Array.from({ length: 1_000 }, (_, index) => at(`n${index}`, index % 3, 0));
    expect(layOut(nodes).placed).toHaveLength(1_000);
  });

  it("is empty without nodes", () => {
    expect(layOut([]).placed).toEqual([]);
  });
});
