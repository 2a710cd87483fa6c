import { LIMITS } from "@stoa/contract";
import { ArchiveProblem } from "./archive-problem.ts";

/**
 * An entry as the archive's directory describes it. The size may be wrong, but is good enough for a message.
 */
interface Entry {
  fileName: string;
  uncompressedSize: number;
}

/** The number of names in a message. Leaving out one or two files or folders usually suffices to get below a limit. */
const MOST_NAMED = 3;
const MIB = 1024 * 1024;

/** Returns the names with the largest sums, the largest first. */
function findLargest(
  entries: readonly Entry[],
  getName: (entry: Entry) => string,
  getSize: (entry: Entry) => number,
) {
  const sums = new Map<string, number>();
  for (const entry of entries) {
    const name = getName(entry);
    sums.set(name, (sums.get(name) ?? 0) + getSize(entry));
  }
  return [...sums].sort(([, a], [, b]) => b - a).slice(0, MOST_NAMED);
}

/** Returns the error for an archive with too many files. The error names the folders that have the most files. */
export function createTooMany(entries: readonly Entry[]): ArchiveProblem {
  const folders = findLargest(
    entries,
    ({ fileName }) => fileName.replace(/[^/]*$/, "").slice(0, 100) || "the top",
    () => 1,
  );
  const named = folders.map(([folder, count]) => `${folder} (${count})`).join(", ");
  return new ArchiveProblem(
    `The archive has ${entries.length} files; at most ${LIMITS.archiveMaxFiles} files are allowed. Most are in ${named}. Leave out what the agent does not need.`,
  );
}

/** Returns the error for files that are too large in total. The error names the largest files. */
export function createTooLarge(entries: readonly Entry[]): ArchiveProblem {
  const files = findLargest(
    entries,
    ({ fileName }) => fileName.slice(0, 100),
    ({ uncompressedSize }) => uncompressedSize,
  );
  const named = files.map(([path, bytes]) => `${path} (${(bytes / MIB).toFixed(1)} MiB)`).join(", ");
  return new ArchiveProblem(
    `The files in the archive are larger than ${LIMITS.archiveMaxBytes / MIB} MiB together. The largest are ${named}. Leave out what the agent does not need, or download it when the agent runs.`,
  );
}
