import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";

/** One side of a comparison. The source is empty if there is nothing to compare with. */
export interface ComparedSource {
  filename: string;
  number: number;
  source: string;
}

/**
 * The number of lines up to which sources are compared. A file of the maximum size may have a million lines,
 * but a program that people read is never that long.
 */
const MOST_LINES = 20_000;
/**
 * The number of changed lines up to which a diff is shown. With more, it is a different program, and a diff
 * does not help.
 */
const MOST_EDITS = 2_000;
/**
 * The time limit of a comparison, which runs on the server's only thread. Files that people write take a few
 * milliseconds; hostile ones are stopped here.
 */
const LONGEST_MS = 100;

function hasTooManyLines({ source }: ComparedSource): boolean {
  let lines = 0;
  for (let at = source.indexOf("\n"); at >= 0 && lines <= MOST_LINES; at = source.indexOf("\n", at + 1))
    lines += 1;
  return lines > MOST_LINES;
}

/** Returns the unified diff of two sources; null if they are too long or differ too much. */
export function createSourcePatch(from: ComparedSource, to: ComparedSource): string | null {
  if (hasTooManyLines(from) || hasTooManyLines(to)) return null;
  const patch = createTwoFilesPatch(
    from.filename,
    to.filename,
    from.source,
    to.source,
    `version ${from.number}`,
    `version ${to.number}`,
    { context: 3, timeout: LONGEST_MS, maxEditLength: MOST_EDITS, headerOptions: FILE_HEADERS_ONLY },
  );
  return patch ?? null;
}
