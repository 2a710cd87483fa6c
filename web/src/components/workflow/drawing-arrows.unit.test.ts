import { expect, it } from "vitest";
import { layOutArrows } from "./drawing-arrows.ts";
import { BOX, layOut } from "./drawing-layout.ts";
import { DRAWING } from "./drawing-sample.ts";

const { positionedNodes } = layOut(DRAWING.nodes);
const arrows = layOutArrows(positionedNodes, DRAWING.connections);
const findNode = (name: string) => positionedNodes.find(({ node }) => node.name === name);

/** Returns the first and last numbers of a path. */
function getEnds(path: string) {
  const numbers = (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  return { from: numbers.slice(0, 2), to: numbers.slice(-2) };
}

it("draws an arrow from the right side of a box to the left side of the next box", () => {
  const [first] = arrows;
  expect(getEnds(first?.path ?? "").from[0]).toBe((findNode("When a message comes")?.left ?? 0) + BOX.width);
  expect(getEnds(first?.path ?? "").to[0]).toBe(findNode("Long?")?.left);
});

it("separates the arrows of a node with several outputs", () => {
  const [, agent, shorten] = arrows;
  expect(agent).toMatchObject({ from: "Long?", output: 0, isOneOfSeveral: true });
  expect(shorten?.start.y).toBeGreaterThan(agent?.start.y ?? 0);
});

it("draws a backward arrow below both boxes", () => {
  const back = arrows.find(({ from }) => from === "Shorten the message");
  const lowest =
    Math.max(findNode("Shorten the message")?.top ?? 0, findNode("Long?")?.top ?? 0) + BOX.height;
  const [, , , lowY] =
    (back?.path ?? "").match(/C[\d.-]+ [\d.-]+ [\d.-]+ ([\d.-]+) ([\d.-]+) ([\d.-]+)/) ?? [];
  expect(Number(lowY)).toBeGreaterThan(lowest);
});

it("draws an arrow from the top of a sub-node to the bottom of its parent node", () => {
  const model = arrows.find(({ from }) => from === "Model");
  expect(model?.serves).toBe(true);
  expect(getEnds(model?.path ?? "").from[1]).toBe(findNode("Model")?.top);
  expect(getEnds(model?.path ?? "").to[1]).toBe((findNode("Agent")?.top ?? 0) + BOX.height);
});

it("omits arrows to nodes that are not drawn", () => {
  const connections = [{ kind: "main", from: "Long?", output: 0, to: "Nobody", input: 0 }];
  expect(layOutArrows(positionedNodes, connections)).toEqual([]);
});
