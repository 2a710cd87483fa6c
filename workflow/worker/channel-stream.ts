import { Duplex } from "node:stream";
import type { Channel } from "./channels.ts";

/**
 * The messages between the two ends of a connection. The receiver answers a `piece` with `room` when it can receive the
 * next piece.
 */
type StreamMessage = { type: "piece"; bytes: Uint8Array } | { type: "room" } | { type: "end" };

/** One end of a connection over a channel, in order and with back pressure. */
export class ChannelStream extends Duplex {
  readonly #line: Channel;
  #onSent: ((error?: Error | null) => void) | undefined;
  #owesAcknowledgement = false;
  #hasEnded = false;

  constructor(line: Channel) {
    super({ allowHalfOpen: true });
    this.#line = line;
    line.listen({
      message: (message) => this.#receive(message as StreamMessage),
      closed: () => this.#onClose(),
    });
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.#onSent = callback;
    this.#send({ type: "piece", bytes: chunk });
  }

  override _final(callback: (error?: Error | null) => void): void {
    this.#send({ type: "end" });
    callback();
  }

  override _read(): void {
    if (!this.#owesAcknowledgement) return;
    this.#owesAcknowledgement = false;
    this.#send({ type: "room" });
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#line.close();
    const sent = this.#onSent;
    this.#onSent = undefined;
    sent?.(error ?? new Error("the connection was closed"));
    callback(error);
  }

  #send(message: StreamMessage): void {
    this.#line.send(message);
  }

  #receive(message: StreamMessage): void {
    if (this.destroyed) return;
    if (message.type === "piece") {
      this.#owesAcknowledgement = true;
      const { buffer, byteOffset, byteLength } = message.bytes;
      if (this.push(Buffer.from(buffer, byteOffset, byteLength))) this._read();
    } else if (message.type === "end") {
      this.#hasEnded = true;
      this.push(null);
    } else {
      const sent = this.#onSent;
      this.#onSent = undefined;
      sent?.();
    }
  }

  /** Data that has arrived completely is still read. */
  #onClose(): void {
    if (this.#hasEnded && !this.readableEnded) this.once("end", () => this.destroy());
    else this.destroy();
  }
}
