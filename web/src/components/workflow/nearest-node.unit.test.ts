import { expect, it } from "vitest";
import { layOut } from "./drawing-layout.ts";
import { DRAWING } from "./drawing-sample.ts";
import { findNodeByKey } from "./nearest-node.ts";

const { positionedNodes } = layOut(DRAWING.nodes);

it.each([
  ["When a message comes", "ArrowRight", "Long?"],
  ["Long?", "ArrowLeft", "When a message comes"],
  ["Agent", "ArrowDown", "Model"],
  ["Model", "ArrowRight", "Memory"],
  ["Memory", "ArrowUp", "Agent"],
  ["Ask the weather", "ArrowRight", undefined],
  ["Long?", "Home", "When a message comes"],
  ["Long?", "End", "Old path"],
  ["Long?", "Enter", undefined],
  ["Nobody", "ArrowLeft", undefined],
])("from %s, %s moves to %s", (from, key, to) => {
  expect(findNodeByKey(positionedNodes, from, key)).toBe(to);
});

it("reaches every node with arrow keys alone", () => {
  const seen = new Set(["When a message comes"]);
  for (const name of seen)
    for (const key of ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"]) {
      const next = findNodeByKey(positionedNodes, name, key);
      if (next !== undefined) seen.add(next);
    }
  expect(seen.size).toBe(DRAWING.nodes.length);
});
