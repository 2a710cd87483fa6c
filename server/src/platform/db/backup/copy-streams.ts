import { Readable, Writable } from "node:stream";
import type { Connection, Submittable } from "pg";

/** The parts of node-postgres' connection that COPY needs and that its published types omit. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** The rows of a `COPY ... TO STDOUT` as text lines. Pass it to `client.query`, then read it. */
export class CopyOut extends Readable implements Submittable {
  /** The number of rows received so far. */
  rows = 0;
  readonly #text: string;
  #connection: Connection | null = null;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(this.#text);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.rows += 1;
    // The chunk is copied because the message parser reuses its memory. The database is faster than the disk, so it
    // waits until the rows that it has sent are written.
    if (!this.push(Buffer.from(chunk))) this.#connection?.stream.pause();
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  handleReadyForQuery(): void {
    this.push(null);
  }

  handleCommandComplete(): void {
    // The connection is ready for another query only after the next message.
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#connection?.stream.resume();
    callback(error);
  }
}

/** Accepts text lines for a `COPY ... FROM STDIN`. Pass it to `client.query`, then write to it and end it. */
export class CopyIn extends Writable implements Submittable {
  readonly #text: string;
  #connection: CopyConnection | null = null;
  #whenReady: (() => void) | null = null;
  #whenDone: ((error?: Error | null) => void) | null = null;
  #isReady = false;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  submit(connection: Connection): void {
    this.#connection = connection as CopyConnection;
    connection.query(this.#text);
  }

  handleCopyInResponse(): void {
    this.#isReady = true;
    this.#whenReady?.();
  }

  handleError(error: Error): void {
    this.destroy(error);
    this.#whenDone?.(error);
  }

  handleReadyForQuery(): void {
    this.#whenDone?.();
  }

  handleCommandComplete(): void {
    // The connection is ready for another query only after the next message.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.#onReady((connection) => {
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) connection.stream.once("drain", () => callback());
      else callback();
    });
  }

  override _final(callback: (error?: Error | null) => void): void {
    this.#whenDone = callback;
    this.#onReady((connection) => connection.endCopyFrom());
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    if (error !== null && this.#isReady && this.#whenDone === null)
      this.#connection?.sendCopyFail(error.message);
    callback(error);
  }

  #onReady(action: (connection: CopyConnection) => void): void {
    const connection = this.#connection;
    if (connection === null) throw new Error("COPY data was written before the statement was sent");
    if (this.#isReady) action(connection);
    else this.#whenReady = () => action(connection);
  }
}
