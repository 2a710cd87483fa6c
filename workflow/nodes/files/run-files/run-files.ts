import type { BinaryFile } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { Storage } from "../../../model/services.ts";
import { newFile } from "../binary-file.ts";
import { pathPattern, plainPath } from "./path-pattern.ts";

/** As much again as a run may hold in its items, which mostly are the same bytes. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 1_000;

/** The files that a run has written, in memory: there is no disk behind them, and they end with the run. */
export class RunFiles {
  readonly #files = new Map<string, BinaryFile>();
  #bytes = 0;

  read(path: string): BinaryFile | undefined {
    return this.#files.get(plainPath(path));
  }

  /** Paths that fit a pattern, in the order in which they were written. */
  find(pattern: string): string[] {
    return [...this.#files.keys()].filter(pathPattern(pattern));
  }

  /** @throws Error where the run has written too much. */
  write(path: string, bytes: Uint8Array, append: boolean): void {
    const place = plainPath(path);
    if (place === "" || place.endsWith("/")) throw new Error(`'${path.slice(0, 100)}' names no file`);
    const before = this.#files.get(place);
    const all = append && before ? Buffer.concat([before.bytes, bytes]) : bytes;
    const held = this.#bytes - (before?.bytes.byteLength ?? 0) + all.byteLength;
    if (held > MAX_BYTES) throw new Error(`A run's files may hold ${MAX_BYTES / 1_048_576} MB`);
    if (!before && this.#files.size >= MAX_FILES) throw new Error(`A run may write ${MAX_FILES} files`);
    this.#bytes = held;
    this.#files.set(place, newFile(all, { fileName: place }));
  }
}

/** Each run has its own way to what is stored. */
const filesOf = new WeakMap<Storage, RunFiles>();

/** The files of a node's run. */
export function runFiles({ services }: NodeContext): RunFiles {
  const known = filesOf.get(services.storage);
  if (known) return known;
  const made = new RunFiles();
  filesOf.set(services.storage, made);
  return made;
}
