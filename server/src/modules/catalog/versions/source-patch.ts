import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";

/** One side of a comparison; an empty source where there is nothing to compare with. */
export interface ComparedSource {
  filename: string;
  number: number;
  source: string;
}

/** Split into lines a file of the largest size may be a million of them; a program that people read is never this long. */
const MOST_LINES = 20_000;
/** More changed lines than this are another program: reading both tells more than what differs. */
const MOST_EDITS = 2_000;
/** On the server's only thread. Files that people write take a few milliseconds; hostile ones are cut off here. */
const LONGEST_MS = 100;

function hasTooManyLines({ source }: ComparedSource): boolean {
  let lines = 0;
  for (let at = source.indexOf("\n"); at >= 0 && lines <= MOST_LINES; at = source.indexOf("\n", at + 1))
    lines += 1;
  return lines > MOST_LINES;
}

/** The unified diff of two sources; null where they are too long, or differ too much. */
export function sourcePatch(from: ComparedSource, to: ComparedSource): string | null {
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
