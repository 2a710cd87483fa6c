import { Duplex } from "node:stream";
import type { MessagePort } from "node:worker_threads";

/** What the two ends of a connection say to each other. A piece is answered once there is room for the next. */
type PortMessage = { type: "piece"; bytes: Uint8Array } | { type: "room" } | { type: "end" };

/** One end of a connection between two threads, in order and with back pressure. */
export class PortStream extends Duplex {
  readonly #port: MessagePort;
  #sent: ((error?: Error | null) => void) | undefined;
  #owesRoom = false;

  constructor(port: MessagePort) {
    super({ allowHalfOpen: true });
    this.#port = port;
    port.on("message", (message: PortMessage) => this.#take(message));
    port.once("close", () => this.destroy());
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.#sent = callback;
    this.#post({ type: "piece", bytes: new Uint8Array(chunk) });
  }

  override _final(callback: (error?: Error | null) => void): void {
    this.#post({ type: "end" });
    callback();
  }

  override _read(): void {
    if (!this.#owesRoom) return;
    this.#owesRoom = false;
    this.#post({ type: "room" });
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#port.close();
    const sent = this.#sent;
    this.#sent = undefined;
    sent?.(error ?? new Error("the connection was closed"));
    callback(error);
  }

  #post(message: PortMessage): void {
    this.#port.postMessage(message);
  }

  #take(message: PortMessage): void {
    if (this.destroyed) return;
    if (message.type === "piece") {
      this.#owesRoom = true;
      if (this.push(Buffer.from(message.bytes))) this._read();
    } else if (message.type === "end") this.push(null);
    else {
      const sent = this.#sent;
      this.#sent = undefined;
      sent?.();
    }
  }
}
