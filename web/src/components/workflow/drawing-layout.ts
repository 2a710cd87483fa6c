import type { WorkflowDrawing } from "@stoa/contract/versions";

export const BOX = { width: 160, height: 64 } as const;

/** The minimum space between two boxes: room for an arrow and its head. */
const GAP = { x: 36, y: 24 } as const;

/** The space around all boxes: backward arrows run below them. */
const MARGIN = 36;

/**
 * The limits of the scale that converts positions in the file to positions in the diagram. n8n's grid is for boxes of
 * 100 pixels, but our boxes are wider. The upper bound keeps related nodes close together.
 */
const SCALE = { least: 0.6, most: 1.7 } as const;

export type DrawnNode = WorkflowDrawing["nodes"][number];

/** A node with its position in the diagram, in pixels. */
export interface PositionedNode {
  readonly node: DrawnNode;
  readonly left: number;
  readonly top: number;
}

interface DrawingLayout {
  readonly positionedNodes: readonly PositionedNode[];
  readonly width: number;
  readonly height: number;
}

const clampScale = (scale: number) => Math.min(SCALE.most, Math.max(SCALE.least, scale));

/** Returns the scale that makes the shortest distance equal to `length`, within the limits of `SCALE`. */
function getScale(distances: readonly number[], length: number): number {
  const smallest = distances.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  return clampScale(length / smallest);
}

/**
 * Returns the scales at which boxes do not overlap, as far as `SCALE` allows: `x` separates boxes in a row, and `y`
 * separates boxes in a column.
 */
function getScales(nodes: readonly DrawnNode[]): { x: number; y: number } {
  const apart = nodes.flatMap((one, index) =>
    nodes.slice(index + 1).map((other) => ({ x: Math.abs(one.x - other.x), y: Math.abs(one.y - other.y) })),
  );
  const [width, height] = [BOX.width + GAP.x, BOX.height + GAP.y];
  // No scale can separate boxes at the same position: `findFreePosition` moves one of them below the other.
  const row = apart.filter(({ x, y }) => y < height && x > 0).map(({ x }) => x);
  const x = getScale(row, width);
  const column = apart.filter((pair) => pair.x * x < width && pair.y > 0).map((pair) => pair.y);
  return { x, y: getScale(column, height) };
}

const isBeside = (one: PositionedNode, other: PositionedNode) =>
  Math.abs(one.left - other.left) >= BOX.width + GAP.x / 2;

/** Returns the wanted position, or the next free position below it. */
function findFreePosition(wanted: PositionedNode, others: readonly PositionedNode[]): PositionedNode {
  const column = others.filter((other) => !isBeside(wanted, other)).sort((a, b) => a.top - b.top);
  let { top } = wanted;
  for (const other of column)
    if (Math.abs(top - other.top) < BOX.height + GAP.y / 2) top = other.top + BOX.height + GAP.y;
  return { ...wanted, top };
}

/**
 * Returns the positions of a workflow's nodes and the size of the diagram. The positions in the file are scaled, and
 * boxes that would overlap are moved down.
 */
export function layOut(nodes: readonly DrawnNode[]): DrawingLayout {
  const scale = getScales(nodes);
  const getMin = (values: readonly number[]) =>
    values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const [x, y] = [getMin(nodes.map((node) => node.x)), getMin(nodes.map((node) => node.y))];
  const positionedNodes: PositionedNode[] = [];
  for (const node of [...nodes].sort((a, b) => a.y - b.y || a.x - b.x)) {
    const wanted = {
      node,
      left: MARGIN + Math.round((node.x - x) * scale.x),
      top: MARGIN + Math.round((node.y - y) * scale.y),
    };
    positionedNodes.push(findFreePosition(wanted, positionedNodes));
  }
  const getMax = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), 0);
  return {
    positionedNodes,
    width: getMax(positionedNodes.map(({ left }) => left)) + BOX.width + MARGIN,
    height: getMax(positionedNodes.map(({ top }) => top)) + BOX.height + MARGIN,
  };
}
