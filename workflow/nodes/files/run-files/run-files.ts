import type { BinaryFile } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { Storage } from "../../../model/services.ts";
import { createBinaryFile } from "../binary-file.ts";

/** The maximum length of a path. Longer strings are not paths. */
export const MAX_PATH_CHARS = 400;

/** Normalizes slashes and removes `.` and `..` steps from a path. */
export function normalizePath(path: string): string {
  if (path.length > MAX_PATH_CHARS)
    throw new Error(`A file path can have at most ${MAX_PATH_CHARS} characters`);
  const parts: string[] = [];
  for (const part of path.trim().split(/[\\/]+/)) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** Returns a pattern for each alternative in the first `{a,b}` of a pattern. Nested braces are not supported. */
function expandAlternatives(pattern: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(pattern);
  if (!braces) return [pattern];
  const [whole, inner = ""] = braces;
  return inner.split(",").map((choice) => pattern.replace(whole, () => choice));
}

/** Splits a pattern into characters, with `*` and `**` as one token each. */
function tokenizePattern(pattern: string): string[] {
  return pattern.match(/\*\*\/?|[\s\S]/g) ?? [];
}

/** Returns, for each position in a path, whether a token reaches it from one of the previous positions. */
function isReachedBy(sign: string, path: string, before: readonly boolean[]): boolean[] {
  const after: boolean[] = [];
  for (let place = 0; place <= path.length; place += 1) {
    const passed = path[place - 1];
    const isWithin = passed !== undefined && passed !== "/";
    after[place] = sign.startsWith("*")
      ? before[place] === true || (place > 0 && after[place - 1] === true && (isWithin || sign !== "*"))
      : place > 0 && before[place - 1] === true && (sign === passed || (sign === "?" && isWithin));
  }
  return after;
}

/** Returns whether a path matches a pattern, in time proportional to the product of their lengths. */
function fits(pattern: string, path: string): boolean {
  let reached: readonly boolean[] = [true];
  for (const sign of tokenizePattern(pattern)) reached = isReachedBy(sign, path, reached);
  return reached[path.length] === true;
}

/** Compiles a shell pattern into a function that tests paths. */
export function compileGlob(pattern: string): (path: string) => boolean {
  const patterns = expandAlternatives(normalizePath(pattern));
  return (path) => patterns.some((each) => fits(each, path));
}

/**
 * The maximum total size of the files. It is below the limit for a run's items, which usually share their bytes with
 * the files.
 */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 1_000;

/** The files that a run has written. They are kept in memory and discarded when the run ends. */
export class RunFiles {
  readonly #files = new Map<string, BinaryFile>();
  #bytes = 0;

  read(path: string): BinaryFile | undefined {
    return this.#files.get(normalizePath(path));
  }

  /** Returns the paths that match a pattern, in the order in which the files were written. */
  find(pattern: string): string[] {
    return [...this.#files.keys()].filter(compileGlob(pattern));
  }

  /** Writes a file. @throws Error if the path is not a file path, or if the run's files exceed their limits */
  write(path: string, bytes: Uint8Array, append: boolean): void {
    const place = normalizePath(path);
    if (place === "" || place.endsWith("/"))
      throw new Error(`'${path.slice(0, 100)}' is not a file path. Name a file, such as /data/report.txt`);
    const before = this.#files.get(place);
    const all = append && before ? Buffer.concat([before.bytes, bytes]) : bytes;
    const totalBytes = this.#bytes - (before?.bytes.byteLength ?? 0) + all.byteLength;
    if (totalBytes > MAX_BYTES)
      throw new Error(`A run's files can take up at most ${MAX_BYTES / 1_048_576} MB in total`);
    if (!before && this.#files.size >= MAX_FILES)
      throw new Error(`A run can write at most ${MAX_FILES} files`);
    this.#bytes = totalBytes;
    this.#files.set(place, createBinaryFile(all, { fileName: place }));
  }
}

/** The files of each run. A run is identified by its storage object. */
const filesByStorage = new WeakMap<Storage, RunFiles>();

/** Returns the files of a node's run. */
export function getRunFiles({ services }: NodeContext): RunFiles {
  const existing = filesByStorage.get(services.storage);
  if (existing) return existing;
  const files = new RunFiles();
  filesByStorage.set(services.storage, files);
  return files;
}
