import { describe, expect, it } from "vitest";
import { buildPath, findNewestDescendant, groupVersions } from "./turn-path.ts";

/** 1 -> 2 -> 5 and 1 -> 3 -> 4, newest first as the server lists them: turns 2 and 3 are versions. */
const TURNS = [
  { turn: 5, parent: 2 },
  { turn: 4, parent: 3 },
  { turn: 3, parent: 1 },
  { turn: 2, parent: 1 },
  { turn: 1, parent: null },
];
const getNumbers = (current: number | null) => buildPath(TURNS, current).turns.map(({ turn }) => turn);

describe("the path of a conversation", () => {
  it("leads from the first turn to the current one without the other versions", () => {
    expect(getNumbers(4)).toEqual([1, 3, 4]);
    expect(getNumbers(5)).toEqual([1, 2, 5]);
    expect(getNumbers(null)).toEqual([]);
  });

  it("is partial until the first turn is loaded", () => {
    expect(buildPath(TURNS.slice(0, 3), 4)).toEqual({
      turns: [
        { turn: 3, parent: 1 },
        { turn: 4, parent: 3 },
      ],
      isPartial: true,
    });
    expect(buildPath(TURNS, 4).isPartial).toBe(false);
  });

  it("is empty and partial while the current turn is not loaded", () => {
    expect(buildPath(TURNS.slice(0, 2), 2)).toEqual({ turns: [], isPartial: true });
  });
});

describe("versions of a turn", () => {
  it("are the turns with the same parent, oldest first", () => {
    expect(groupVersions(TURNS).get(1)).toEqual([2, 3]);
    expect(groupVersions([...TURNS, { turn: 6, parent: null }]).get(null)).toEqual([1, 6]);
  });

  it("open at their newest descendant", () => {
    expect(findNewestDescendant(TURNS, 2)).toBe(5);
    expect(findNewestDescendant(TURNS, 3)).toBe(4);
    expect(findNewestDescendant(TURNS, 4)).toBe(4);
    expect(findNewestDescendant(TURNS, 1)).toBe(5);
  });
});
