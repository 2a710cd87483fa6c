import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";

/** One side of a comparison; an empty source where there is nothing to compare with. */
export interface ComparedSource {
  filename: string;
  number: number;
  source: string;
}

/** More changed lines than this are another program: reading both tells more than what differs. */
const MOST_EDITS = 2_000;
/** On the server's only thread. Files that people write take a few milliseconds; hostile ones are cut off here. */
const LONGEST_MS = 100;

/** The unified diff of two sources; null where they differ too much. */
export function sourcePatch(from: ComparedSource, to: ComparedSource): string | null {
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
