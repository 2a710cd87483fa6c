import type { BinaryFile } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { Storage } from "../../../model/services.ts";
import { createBinaryFile } from "../binary-file.ts";

/** Longer texts are not paths. */
export const MAX_PATH_CHARS = 400;

/** Normalizes slashes and removes `.` and `..` steps from a path. */
export function normalizePath(path: string): string {
  if (path.length > MAX_PATH_CHARS)
    throw new Error(`A file path may have at most ${MAX_PATH_CHARS} characters`);
  const parts: string[] = [];
  for (const part of path.trim().split(/[\\/]+/)) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** Expands the first `{a,b}` of a pattern. Nested braces are not supported. */
function alternatives(pattern: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(pattern);
  if (!braces) return [pattern];
  const [whole, inner = ""] = braces;
  return inner.split(",").map((choice) => pattern.replace(whole, () => choice));
}

/** Splits a pattern into characters, with `*` and `**` as one token each. */
function signsOf(pattern: string): string[] {
  return pattern.match(/\*\*\/?|[\s\S]/g) ?? [];
}

/** Returns the positions in a path that a token reaches from the previous positions. */
function reachedBy(sign: string, path: string, before: readonly boolean[]): boolean[] {
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

/** Returns whether a path matches a pattern, in time proportional to their lengths. */
function fits(pattern: string, path: string): boolean {
  let reached: readonly boolean[] = [true];
  for (const sign of signsOf(pattern)) reached = reachedBy(sign, path, reached);
  return reached[path.length] === true;
}

/** Compiles a shell pattern into a test of paths. */
export function compileGlob(pattern: string): (path: string) => boolean {
  const patterns = alternatives(normalizePath(pattern));
  return (path) => patterns.some((each) => fits(each, path));
}

/** As much again as a run's items may hold, which mostly share the bytes. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 1_000;

/** The files that a run has written. They are in memory and end with the run. */
export class RunFiles {
  readonly #files = new Map<string, BinaryFile>();
  #bytes = 0;

  read(path: string): BinaryFile | undefined {
    return this.#files.get(normalizePath(path));
  }

  /** Returns the paths that match a pattern, in the order in which they were written. */
  find(pattern: string): string[] {
    return [...this.#files.keys()].filter(compileGlob(pattern));
  }

  /** Writes a file. @throws Error if the run has written too much */
  write(path: string, bytes: Uint8Array, append: boolean): void {
    const place = normalizePath(path);
    if (place === "" || place.endsWith("/")) throw new Error(`'${path.slice(0, 100)}' is not a file path`);
    const before = this.#files.get(place);
    const all = append && before ? Buffer.concat([before.bytes, bytes]) : bytes;
    const held = this.#bytes - (before?.bytes.byteLength ?? 0) + all.byteLength;
    if (held > MAX_BYTES)
      throw new Error(`A run's files may have at most ${MAX_BYTES / 1_048_576} MB in total`);
    if (!before && this.#files.size >= MAX_FILES)
      throw new Error(`A run may write at most ${MAX_FILES} files`);
    this.#bytes = held;
    this.#files.set(place, createBinaryFile(all, { fileName: place }));
  }
}

/** Storage is separate for each run. */
const filesOf = new WeakMap<Storage, RunFiles>();

/** Returns the files of a node's run. */
export function getRunFiles({ services }: NodeContext): RunFiles {
  const known = filesOf.get(services.storage);
  if (known) return known;
  const made = new RunFiles();
  filesOf.set(services.storage, made);
  return made;
}
