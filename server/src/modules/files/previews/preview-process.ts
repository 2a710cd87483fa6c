import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { PREVIEWS_ENVIRONMENT } from "./preview-command.ts";

type Child = ChildProcessByStdio<Writable, Readable, null>;
type ReplyKind = "R" | "P" | "N";

/** A byte for the kind, and four for the length. */
const HEAD_BYTES = 5;
/** The maximum size of a preview. Noise in full size has this much, and photos a tenth. */
const MAX_PREVIEW_BYTES = 2 * 1024 * 1024;

/** The process could not answer: it did not start, exited, or took too long. */
export class PreviewProcessLost extends Error {
  override readonly name = "PreviewProcessLost";
}

/** A process that reduces one image after the other (server/previews/preview-process.mjs). */
export class PreviewProcess {
  readonly #child: Child;
  #received = Buffer.alloc(0);
  #waiting:
    | { resolve(reply: { kind: ReplyKind; content: Buffer }): void; reject(error: Error): void }
    | undefined;
  #lost: PreviewProcessLost | undefined;

  private constructor([command = "", ...args]: readonly string[]) {
    const options = { cwd: "/", env: PREVIEWS_ENVIRONMENT } as const;
    this.#child = spawn(command, args, { ...options, stdio: ["pipe", "pipe", "ignore"] });
    this.#child.once("error", (error) => this.#lose(error.message));
    this.#child.once("close", (code, signal) => this.#lose(`it exited with ${signal ?? code}`));
    // A process that exits breaks its pipe, and `close` reports that.
    this.#child.stdin.on("error", () => {});
    this.#child.stdout.on("data", (chunk: Buffer) => this.#receive(chunk));
  }

  /** @throws PreviewProcessLost if the process is not ready within the time */
  static async start(command: readonly string[], timeoutMs: number): Promise<PreviewProcess> {
    const started = new PreviewProcess(command);
    const { kind } = await started.#reply(timeoutMs);
    if (kind !== "R") throw started.#lose("its first reply is invalid");
    return started;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  /**
   * Returns the preview of an image, or undefined if the image is broken or too large. The caller waits for each reply before
   * the next call.
   * @throws PreviewProcessLost
   */
  async reduce(image: Buffer, timeoutMs: number): Promise<Buffer | undefined> {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(image.length);
    const replied = this.#reply(timeoutMs);
    this.#child.stdin.write(head);
    this.#child.stdin.write(image);
    const { kind, content } = await replied;
    return kind === "P" ? content : undefined;
  }

  /** Ends the process, and resolves when it is gone. */
  async end(): Promise<void> {
    const hasExited = this.#child.exitCode !== null || this.#child.signalCode !== null;
    const closed = new Promise((resolve) => this.#child.once("close", resolve));
    this.#lose("it was ended");
    if (!hasExited && this.#child.pid !== undefined) await closed;
  }

  async #reply(timeoutMs: number): Promise<{ kind: ReplyKind; content: Buffer }> {
    if (this.#lost) throw this.#lost;
    const timer = setTimeout(() => this.#lose("it does not reply"), timeoutMs);
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting = { resolve, reject };
      });
    } finally {
      clearTimeout(timer);
      this.#waiting = undefined;
    }
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    if (this.#received.length < HEAD_BYTES) return;
    const kind = this.#received.toString("latin1", 0, 1);
    const length = this.#received.readUInt32BE(1);
    // The decoders read hostile images, so the process is not trusted.
    if (!isKind(kind) || length > MAX_PREVIEW_BYTES) this.#lose("its reply is invalid");
    else if (this.#received.length >= HEAD_BYTES + length) {
      const content = this.#received.subarray(HEAD_BYTES, HEAD_BYTES + length);
      this.#received = this.#received.subarray(HEAD_BYTES + length);
      this.#waiting?.resolve({ kind, content });
    }
  }

  #lose(reason: string): PreviewProcessLost {
    this.#lost ??= new PreviewProcessLost(`the process for previews was lost: ${reason}`);
    this.#child.kill("SIGKILL");
    this.#waiting?.reject(this.#lost);
    return this.#lost;
  }
}

const isKind = (text: string): text is ReplyKind => text === "R" || text === "P" || text === "N";
