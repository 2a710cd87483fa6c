import { isUtf8 } from "node:buffer";
import { LIMITS, type VersionDiff } from "@stoa/contract";
import { unzipSync } from "fflate";
import { createSourcePatch } from "./source-patch.ts";
import { hashSource, StoredManifest } from "./version-content.ts";
import { compareNamedParts } from "./version-diff.ts";
import type { ComparedRow } from "./version-store.ts";

type FileChange = NonNullable<VersionDiff["files"]>["changes"][number];

/** The files of a version; `packed` is its archive, if it was uploaded as one. */
interface ComparedFiles {
  row: ComparedRow;
  packed: Buffer | undefined;
}

interface ListedFile {
  path: string;
  bytes: number;
  sha256: string;
}

/**
 * The number of files whose differences are shown line by line. A version that changes more is a new project,
 * whose differences nobody reads in a dialog.
 */
const MOST_PATCHES = 50;
/**
 * The time for all differences of one comparison. It is short because they are computed on the server's only
 * thread.
 */
const LONGEST_MS = 300;
/** The size of all differences of one comparison: twice the largest difference of a single file. */
const MOST_PATCH_CHARACTERS = 2 * LIMITS.uploadMaxBytes;

/** Returns the files of a version. A version without an archive has one file. */
function listFiles(files: ComparedFiles | undefined): ListedFile[] {
  if (!files) return [];
  const { row } = files;
  const listed = StoredManifest.parse(row.manifest).files;
  if (listed) return listed;
  const source = Buffer.from(row.source ?? "");
  return [{ path: row.filename, bytes: source.length, sha256: hashSource(source).toString("hex") }];
}

/** Returns the contents of these files of a version. */
function readFiles(files: ComparedFiles | undefined, paths: ReadonlySet<string>): Map<string, Uint8Array> {
  if (!files) return new Map();
  const { row, packed } = files;
  if (!packed) return new Map([[row.filename, Buffer.from(row.source ?? "")]]);
  return new Map(Object.entries(unzipSync(packed, { filter: ({ name }) => paths.has(name) })));
}

/** Returns the text of a file to compare; undefined if it is not text or is larger than a file of code. */
function toText(bytes: Uint8Array | undefined): string | undefined {
  if (!bytes) return "";
  if (bytes.length > LIMITS.uploadMaxBytes || bytes.includes(0) || !isUtf8(bytes)) return undefined;
  return Buffer.from(bytes).toString("utf8");
}

/** Computes the differences of files one after another, until the limits of a comparison are reached. */
class Patches {
  readonly #from: ComparedFiles | undefined;
  readonly #to: ComparedFiles;
  readonly #contents: readonly [Map<string, Uint8Array>, Map<string, Uint8Array>];
  #spentMs = 0;
  #patches = 0;
  #characters = 0;

  constructor(from: ComparedFiles | undefined, to: ComparedFiles, paths: ReadonlySet<string>) {
    this.#from = from;
    this.#to = to;
    this.#contents = [readFiles(from, paths), readFiles(to, paths)];
  }

  /** Returns whether both sides of a file's change are text, and their difference unless it exceeds a limit. */
  create(path: string): Pick<FileChange, "is_text" | "patch"> {
    const [before, after] = this.#contents.map((files) => toText(files.get(path)));
    if (before === undefined || after === undefined) return { is_text: false, patch: null };
    if (this.#patches >= MOST_PATCHES || this.#spentMs > LONGEST_MS) return { is_text: true, patch: null };
    const start = performance.now();
    const { number: fromNumber = 0 } = this.#from?.row ?? {};
    const patch = createSourcePatch(
      { filename: path, number: fromNumber, source: before },
      { filename: path, number: this.#to.row.number, source: after },
    );
    this.#spentMs += performance.now() - start;
    this.#patches += 1;
    this.#characters += patch?.length ?? 0;
    return { is_text: true, patch: this.#characters > MOST_PATCH_CHARACTERS ? null : patch };
  }
}

function toSide(file: ListedFile | undefined): FileChange["from"] {
  return file ? { bytes: file.bytes, sha256: file.sha256 } : null;
}

/** Compares the files of two versions, if one of them was uploaded as an archive. */
export function compareFiles(from: ComparedFiles | undefined, to: ComparedFiles): VersionDiff["files"] {
  if (!from?.packed && !to.packed) return undefined;
  const [before, after] = [listFiles(from), listFiles(to)];
  const { added, removed, changed } = compareNamedParts(before, after, ({ path }) => path);
  const pairs = [
    ...added.map((file) => ({ path: file.path, from: undefined, to: file })),
    ...removed.map((file) => ({ path: file.path, from: file, to: undefined })),
    ...changed.map((pair) => ({ path: pair.to.path, ...pair })),
  ].sort((one, other) => (one.path < other.path ? -1 : 1));
  const patches = new Patches(from, to, new Set(pairs.map(({ path }) => path)));
  const toPaths = (files: readonly ListedFile[]) => files.map(({ path }) => path);
  return {
    added: toPaths(added),
    removed: toPaths(removed),
    changed: changed.map((pair) => pair.to.path),
    changes: pairs.map((pair) => ({
      path: pair.path,
      from: toSide(pair.from),
      to: toSide(pair.to),
      ...patches.create(pair.path),
    })),
  };
}
