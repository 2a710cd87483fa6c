import { Duplex } from "node:stream";
import type { Line } from "./lines.ts";

/** What the two ends of a connection say to each other. A piece is answered once there is room for the next. */
type StreamMessage = { type: "piece"; bytes: Uint8Array } | { type: "room" } | { type: "end" };

/** One end of a connection over a line, in order and with back pressure. */
export class LineStream extends Duplex {
  readonly #line: Line;
  #sent: ((error?: Error | null) => void) | undefined;
  #owesRoom = false;
  #isWhole = false;

  constructor(line: Line) {
    super({ allowHalfOpen: true });
    this.#line = line;
    line.listen({
      message: (message) => this.#take(message as StreamMessage),
      closed: () => this.#closed(),
    });
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.#sent = callback;
    this.#send({ type: "piece", bytes: chunk });
  }

  override _final(callback: (error?: Error | null) => void): void {
    this.#send({ type: "end" });
    callback();
  }

  override _read(): void {
    if (!this.#owesRoom) return;
    this.#owesRoom = false;
    this.#send({ type: "room" });
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#line.close();
    const sent = this.#sent;
    this.#sent = undefined;
    sent?.(error ?? new Error("the connection was closed"));
    callback(error);
  }

  #send(message: StreamMessage): void {
    this.#line.send(message);
  }

  #take(message: StreamMessage): void {
    if (this.destroyed) return;
    if (message.type === "piece") {
      this.#owesRoom = true;
      const { buffer, byteOffset, byteLength } = message.bytes;
      if (this.push(Buffer.from(buffer, byteOffset, byteLength))) this._read();
    } else if (message.type === "end") {
      this.#isWhole = true;
      this.push(null);
    } else {
      const sent = this.#sent;
      this.#sent = undefined;
      sent?.();
    }
  }

  /** What has come whole is still read. */
  #closed(): void {
    if (this.#isWhole && !this.readableEnded) this.once("end", () => this.destroy());
    else this.destroy();
  }
}
