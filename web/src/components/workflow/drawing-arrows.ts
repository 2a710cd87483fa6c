import type { WorkflowDrawing } from "@stoa/contract/versions";
import { BOX, type PositionedNode } from "./drawing-layout.ts";

type Connection = WorkflowDrawing["connections"][number];

/** An arrow between two boxes. */
export interface DrawnArrow {
  readonly key: string;
  /** The arrow's line as an SVG path. */
  readonly path: string;
  /** Whether the arrow leads from a sub-node to its parent node. */
  readonly serves: boolean;
  readonly from: string;
  readonly output: number;
  /** The point at which the arrow leaves its box. */
  readonly start: { readonly x: number; readonly y: number };
  /** Whether the node at the arrow's start has several outputs. */
  readonly isOneOfSeveral: boolean;
}

/** The distance in pixels that an arrow extends from a box before it bends. */
const BEND = 40;
/** The distance in pixels between both boxes and an arrow that leads back below them. */
const BELOW = 26;

interface Ports {
  readonly outputs: ReadonlyMap<string, number>;
  readonly inputs: ReadonlyMap<string, number>;
}

function countPorts(connections: readonly Connection[]): Ports {
  const outputs = new Map<string, number>();
  const inputs = new Map<string, number>();
  for (const { kind, from, output, to, input } of connections) {
    if (kind !== "main") continue;
    outputs.set(from, Math.max(outputs.get(from) ?? 0, output + 1));
    inputs.set(to, Math.max(inputs.get(to) ?? 0, input + 1));
  }
  return { outputs, inputs };
}

/** Returns the vertical position of the nth of several ports on a side of a box. */
const getPortY = ({ top }: PositionedNode, index: number, count: number) =>
  top + Math.round((BOX.height * (index + 1)) / (count + 1));

function getItemPath(x1: number, y1: number, x2: number, y2: number, bottom: number): string {
  if (x2 >= x1 + BEND / 2) {
    const bend = Math.max(BEND / 2, (x2 - x1) / 2);
    return `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
  }
  const middle = Math.round((x1 + x2) / 2);
  const low = bottom + BELOW;
  return `M${x1} ${y1} C${x1 + BEND} ${y1} ${x1 + BEND} ${low} ${middle} ${low} C${x2 - BEND} ${low} ${x2 - BEND} ${y2} ${x2} ${y2}`;
}

/** Returns the arrows between boxes: items move from left to right, and sub-nodes lead up to their parent node. */
export function layOutArrows(
  nodes: readonly PositionedNode[],
  connections: readonly Connection[],
): readonly DrawnArrow[] {
  const places = new Map(nodes.map((place) => [place.node.name, place]));
  const { outputs, inputs } = countPorts(connections);
  return connections.flatMap((connection): DrawnArrow[] => {
    const { kind, from, output, to, input } = connection;
    const [source, target] = [places.get(from), places.get(to)];
    if (!source || !target) return [];
    const key = JSON.stringify([kind, from, output, to, input]);
    if (kind !== "main") {
      const [x1, y1] = [source.left + BOX.width / 2, source.top];
      const [x2, y2] = [target.left + BOX.width / 2, target.top + BOX.height];
      const bend = Math.max(BEND / 2, Math.abs(y1 - y2) / 2);
      const path = `M${x1} ${y1} C${x1} ${y1 - bend} ${x2} ${y2 + bend} ${x2} ${y2}`;
      return [{ key, path, serves: true, from, output, start: { x: x1, y: y1 }, isOneOfSeveral: false }];
    }
    const several = outputs.get(from) ?? 1;
    const start = { x: source.left + BOX.width, y: getPortY(source, output, several) };
    const path = getItemPath(
      start.x,
      start.y,
      target.left,
      getPortY(target, input, inputs.get(to) ?? 1),
      Math.max(source.top, target.top) + BOX.height,
    );
    return [{ key, path, serves: false, from, output, start, isOneOfSeveral: several > 1 }];
  });
}
