import type { InputParam } from "@stoa/contract/catalog";
import { FILE_LIMITS } from "@stoa/contract/files";
import { isExpectedFile } from "../../lib/file-input.ts";

/** The number of files that each parameter has, by its name. */
type Counts = ReadonlyMap<string, number>;

function hasRoom({ name, type }: InputParam, counts: Counts): boolean {
  return (counts.get(name) ?? 0) < (type === "files" ? FILE_LIMITS.perRun : 1);
}

/**
 * Returns the parameter that takes a file: one that expects its extension and has room, otherwise any that has room.
 * Returns undefined if all are full.
 */
export function chooseParam(
  params: readonly InputParam[],
  counts: Counts,
  fileName: string,
): InputParam | undefined {
  const free = params.filter((param) => hasRoom(param, counts));
  return free.find((param) => isExpectedFile(param, fileName)) ?? free[0];
}

/** Returns the number of files that an agent takes with each message. */
export function countSlots(params: readonly InputParam[]): number {
  const slots = params.reduce((sum, { type }) => sum + (type === "files" ? FILE_LIMITS.perRun : 1), 0);
  return Math.min(slots, FILE_LIMITS.perRun);
}
