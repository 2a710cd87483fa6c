import type { WorkflowDrawing } from "@stoa/contract/versions";

export const BOX = { width: 160, height: 64 } as const;

/** Room between two boxes for an arrow and its head. */
const GAP = { x: 36, y: 24 } as const;

/** Around all boxes: loops lead back below them. */
const MARGIN = 36;

/** n8n's grid is for boxes of 100 pixels, ours are wider; drawn further apart than this, nodes lose each other. */
const SCALE = { least: 0.6, most: 1.7 } as const;

export type DrawnNode = WorkflowDrawing["nodes"][number];

/** A node at its place in the picture, in pixels. */
export interface PlacedNode {
  readonly node: DrawnNode;
  readonly left: number;
  readonly top: number;
}

export interface DrawingLayout {
  readonly placed: readonly PlacedNode[];
  readonly width: number;
  readonly height: number;
}

const within = (scale: number) => Math.min(SCALE.most, Math.max(SCALE.least, scale));

/** How much further apart than in the file boxes must be drawn so that those of a row do not overlap. */
function scaleOf(nodes: readonly DrawnNode[]): number {
  let scale: number = SCALE.least;
  for (const [index, one] of nodes.entries())
    for (const other of nodes.slice(index + 1)) {
      const [x, y] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
      const apart = Math.min((BOX.width + GAP.x) / x, (BOX.height + GAP.y) / y);
      if (Number.isFinite(apart)) scale = Math.max(scale, apart);
    }
  return within(scale);
}

const isBeside = (one: PlacedNode, other: PlacedNode) =>
  Math.abs(one.left - other.left) >= BOX.width + GAP.x / 2;

/** The place itself, or the next free one below it. */
function freePlace(wanted: PlacedNode, placed: readonly PlacedNode[]): PlacedNode {
  const column = placed.filter((other) => !isBeside(wanted, other)).sort((a, b) => a.top - b.top);
  let { top } = wanted;
  for (const other of column)
    if (Math.abs(top - other.top) < BOX.height + GAP.y / 2) top = other.top + BOX.height + GAP.y;
  return { ...wanted, top };
}

/** Where the nodes of a workflow stand: as in their file, and no two on each other. */
export function layOut(nodes: readonly DrawnNode[]): DrawingLayout {
  const scale = scaleOf(nodes);
  const least = (values: readonly number[]) =>
    values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const [x, y] = [least(nodes.map((node) => node.x)), least(nodes.map((node) => node.y))];
  const placed: PlacedNode[] = [];
  for (const node of [...nodes].sort((a, b) => a.y - b.y || a.x - b.x)) {
    const wanted = {
      node,
      left: MARGIN + Math.round((node.x - x) * scale),
      top: MARGIN + Math.round((node.y - y) * scale),
    };
    placed.push(freePlace(wanted, placed));
  }
  const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), 0);
  return {
    placed,
    width: most(placed.map(({ left }) => left)) + BOX.width + MARGIN,
    height: most(placed.map(({ top }) => top)) + BOX.height + MARGIN,
  };
}
