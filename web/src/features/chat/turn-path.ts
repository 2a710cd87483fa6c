import type { Turn } from "@stoa/contract/conversations";

/** The links between turns, which are all that a path needs. */
type Link = Pick<Turn, "turn" | "parent">;

export interface TurnPath<T> {
  /** The turns from the oldest loaded one to the current one. */
  readonly turns: readonly T[];
  /** Whether an earlier turn of the path has not been loaded. */
  readonly isPartial: boolean;
}

/** Returns the turns that lead to the current turn. A current turn that has not been loaded gives an empty path. */
export function buildPath<T extends Link>(turns: readonly T[], current: number | null): TurnPath<T> {
  const byNumber = new Map(turns.map((turn) => [turn.turn, turn]));
  const path: T[] = [];
  let next = current;
  while (next !== null) {
    const turn = byNumber.get(next);
    if (turn === undefined) return { turns: path.reverse(), isPartial: true };
    path.push(turn);
    next = turn.parent;
  }
  return { turns: path.reverse(), isPartial: false };
}

/** Returns the numbers of all turns by their parent, oldest first. Turns with the same parent are versions. */
export function groupVersions(turns: readonly Link[]): ReadonlyMap<number | null, readonly number[]> {
  const groups = new Map<number | null, number[]>();
  for (const { turn, parent } of turns.toSorted((one, other) => one.turn - other.turn)) {
    const versions = groups.get(parent);
    if (versions) versions.push(turn);
    else groups.set(parent, [turn]);
  }
  return groups;
}

/** Returns the newest turn that follows the given one, or the given one if none does. */
export function findNewestDescendant(turns: readonly Link[], from: number): number {
  const reached = new Set([from]);
  let newest = from;
  // A turn has a higher number than its parent, so one pass in ascending order reaches all descendants.
  for (const { turn, parent } of turns.toSorted((one, other) => one.turn - other.turn)) {
    if (parent === null || !reached.has(parent)) continue;
    reached.add(turn);
    newest = turn;
  }
  return newest;
}
