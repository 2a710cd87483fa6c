import { expect, it } from "vitest";
import { arrowsOf } from "./drawing-arrows.ts";
import { BOX, layOut } from "./drawing-layout.ts";
import { DRAWING } from "./drawing-sample.ts";

const { placed } = layOut(DRAWING.nodes);
const arrows = arrowsOf(placed, DRAWING.connections);
const place = (name: string) => placed.find(({ node }) => node.name === name);

/** Returns the first and last numbers of a path. */
function ends(path: string) {
  const numbers = (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  return { from: numbers.slice(0, 2), to: numbers.slice(-2) };
}

it("leads items from the right side of a box to the left side of the next one", () => {
  const [first] = arrows;
  expect(ends(first?.path ?? "").from[0]).toBe((place("When a message comes")?.left ?? 0) + BOX.width);
  expect(ends(first?.path ?? "").to[0]).toBe(place("Long?")?.left);
});

it("separates the arrows of a node with several outputs", () => {
  const [, agent, shorten] = arrows;
  expect(agent).toMatchObject({ from: "Long?", output: 0, isOneOfSeveral: true });
  expect(shorten?.start.y).toBeGreaterThan(agent?.start.y ?? 0);
});

it("leads a backward arrow below both boxes", () => {
  const back = arrows.find(({ from }) => from === "Shorten the message");
  const lowest = Math.max(place("Shorten the message")?.top ?? 0, place("Long?")?.top ?? 0) + BOX.height;
  const [, , , lowY] =
    (back?.path ?? "").match(/C[\d.-]+ [\d.-]+ [\d.-]+ ([\d.-]+) ([\d.-]+) ([\d.-]+)/) ?? [];
  expect(Number(lowY)).toBeGreaterThan(lowest);
});

it("leads from a sub-node up to its parent node", () => {
  const model = arrows.find(({ from }) => from === "Model");
  expect(model?.serves).toBe(true);
  expect(ends(model?.path ?? "").from[1]).toBe(place("Model")?.top);
  expect(ends(model?.path ?? "").to[1]).toBe((place("Agent")?.top ?? 0) + BOX.height);
});

it("leaves out arrows to nodes that are not drawn", () => {
  const connections = [{ kind: "main", from: "Long?", output: 0, to: "Nobody", input: 0 }];
  expect(arrowsOf(placed, connections)).toEqual([]);
});
