import { createReadStream } from "node:fs";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/** The error for a backup that cannot be read. Its message is one sentence for the operator. */
export class BackupFileError extends Error {
  override readonly name = "BackupFileError";
}

const NEWLINE = 0x0a;

/** Reads a backup line by line. */
export class BackupReader {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #source: Readable;
  #rest: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    const gunzip = createGunzip();
    // Errors of both streams are raised where the lines are read.
    this.#source = pipeline(createReadStream(file), gunzip, () => {});
    this.#chunks = gunzip[Symbol.asyncIterator]();
  }

  /** Returns the next line without its line break. Throws BackupFileError if the file ends or is damaged. */
  async line(): Promise<Buffer> {
    let searched = 0;
    for (;;) {
      const end = this.#rest.indexOf(NEWLINE, searched);
      if (end >= 0) {
        const line = this.#rest.subarray(0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      searched = this.#rest.length;
      const chunk = await this.#next();
      if (chunk === null)
        throw new BackupFileError("The backup is incomplete: the file ends too early. Use another backup.");
      this.#rest = searched === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    }
  }

  /** Returns the next line, parsed as JSON. */
  async json(): Promise<unknown> {
    const line = await this.line();
    try {
      return JSON.parse(line.toString("utf8"));
    } catch (cause) {
      throw new BackupFileError(
        'The file is not a Stoa backup, or it is damaged. Use a file that "stoa admin backup" has written.',
        { cause },
      );
    }
  }

  /** Throws BackupFileError unless the file ends here and is undamaged. */
  async end(): Promise<void> {
    if (this.#rest.length > 0 || (await this.#next()) !== null)
      throw new BackupFileError("The backup is damaged: it has data after its end. Use another backup.");
  }

  close(): void {
    this.#source.destroy();
  }

  async #next(): Promise<Buffer | null> {
    try {
      const next: IteratorResult<Buffer, unknown> = await this.#chunks.next();
      return next.done === true ? null : next.value;
    } catch (cause) {
      const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
      throw new BackupFileError(
        isMissing
          ? "The file does not exist. Check its path."
          : "The backup is damaged or incomplete, or the file is not a backup. Use another backup.",
        { cause },
      );
    }
  }
}
