import type { PositionedNode } from "./drawing-layout.ts";

const WAYS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/**
 * The weights of a sideways offset. It counts more for moves along a row than along a column, because boxes are wide
 * and low.
 */
const ASIDE = { row: 2.5, column: 0.75 } as const;

/**
 * Returns the name of the node that a key moves to: the nearest node in the direction of an arrow key, or the first or
 * last node for Home or End. Returns undefined if there is none.
 */
export function findNodeByKey(
  nodes: readonly PositionedNode[],
  from: string,
  key: string,
): string | undefined {
  const rows = [...nodes].sort((a, b) => a.left - b.left || a.top - b.top);
  if (key === "Home") return rows[0]?.node.name;
  if (key === "End") return rows.at(-1)?.node.name;
  const way = WAYS[key];
  const here = nodes.find(({ node }) => node.name === from);
  if (!way || !here) return undefined;
  const [x, y] = way;
  const aside = y === 0 ? ASIDE.row : ASIDE.column;
  let nearest: { name: string; distance: number } | undefined;
  for (const { node, left, top } of nodes) {
    const [dx, dy] = [left - here.left, top - here.top];
    const ahead = dx * x + dy * y;
    if (ahead <= 0) continue;
    const distance = ahead + aside * Math.abs(dx * y + dy * x);
    if (!nearest || distance < nearest.distance) nearest = { name: node.name, distance };
  }
  return nearest?.name;
}
