import type { Readable } from "node:stream";

/** The bytes of a file as they arrive, in chunks of any size. */
export type ByteStream = AsyncIterable<Buffer>;

/** The first and the last byte of a part of a file, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A part of an upload that has arrived. */
export interface StoredPart {
  number: number;
  /** What the storage needs to recognize the part. */
  tag: string;
}

/** Returns those of the keys that belong to a file. */
export type FindUsedKeys = (keys: string[]) => Promise<ReadonlySet<string>>;

/**
 * Stores the contents of files under keys: 32 hexadecimal digits that are never used twice. No method keeps more than
 * one part of an upload in memory.
 */
export interface FileStorage {
  /** Writes a content as a whole. If the stream or the storage fails, nothing can be read under the key. */
  write(key: string, content: ByteStream): Promise<void>;
  /** Starts an upload in parts. @returns the storage's ID of the upload, if it needs one */
  startParts(key: string): Promise<string | undefined>;
  /**
   * Writes one part. The caller never uses a number twice, so that parts that arrive at the same time are independent.
   * @returns the tag of the part
   */
  writePart(key: string, upload: string | undefined, number: number, content: ByteStream): Promise<string>;
  /**
   * Puts parts together, in the order of their numbers, and removes all other parts. A second call after a success
   * changes nothing.
   */
  completeParts(key: string, upload: string | undefined, parts: readonly StoredPart[]): Promise<void>;
  /** Opens a content for reading. @throws if there is none */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes a content, and the parts of an upload. Does nothing if neither exists. */
  remove(key: string, upload: string | undefined): Promise<void>;
  /** Removes what was written before a time and belongs to no file, for example because of a crash. */
  removeUnused(before: Date, findUsed: FindUsedKeys): Promise<void>;
  /** Releases connections. */
  close(): void;
}
