import { createHash, randomInt } from "node:crypto";

/** A whole number from 0, less than `below`. */
export type Draw = (below: number) => number;

/** Differs each time. */
export function freeDraw(): Draw {
  return (below) => randomInt(below);
}

/** The same row of numbers for the same seed. */
export function seededDraw(seed: string): Draw {
  let count = 0;
  return (below) => {
    count += 1;
    return createHash("sha256").update(`${seed}:${count}`).digest().readUInt32BE(0) % below;
  };
}

/** One of a list. */
export function pick<Entry>(draw: Draw, from: readonly Entry[]): Entry {
  return from[draw(from.length)] as Entry;
}

/** A text of characters of an alphabet. */
export function letters(draw: Draw, length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet.charAt(draw(alphabet.length))).join("");
}
