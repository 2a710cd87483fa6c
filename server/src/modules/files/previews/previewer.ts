import { buildPreviewCommands } from "./preview-command.ts";
import { PreviewProcess, PreviewProcessLost } from "./preview-process.ts";

/** The largest image that is reduced: a photo of a good camera. The process holds it in memory. */
export const MAX_IMAGE_BYTES = 25 * 1024 * 1024;
/** Ten times as long as a photo takes on a busy machine. */
const IMAGE_MS = 10_000;
/** The process loads its libraries in 0.2 s, or in a few seconds on a busy machine. */
const START_MS = 10_000;
/** How long an unused process is kept. It takes 80 MB. */
const IDLE_MS = 60_000;
/** A chat can show a few dozen images at once. The last of this many images waits a few seconds. */
const MAX_WAITING = 32;
/** How long previews pause if no process can start, so that not each image tries it. */
const PAUSE_MS = 5 * 60_000;

/** There are no previews right now. The image itself may be fine. */
export class PreviewsUnavailable extends Error {
  override readonly name = "PreviewsUnavailable";
}

interface PreviewerOptions {
  /** The path of server/previews/preview-process.mjs. */
  program: string;
  /** These override the constants and the command in tests. */
  imageMs?: number;
  idleMs?: number;
  commands?: readonly (readonly string[])[];
}

/**
 * Reduces images, one at a time, in a process that starts with the first image and ends when it is not used. A process gets
 * the images of one account only, so that an image that takes it over sees no images of others.
 */
export class Previewer {
  readonly #options: PreviewerOptions;
  #process: PreviewProcess | undefined;
  #accountId: string | undefined;
  #command: readonly string[] | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #idle: NodeJS.Timeout | undefined;
  #pausedUntil = 0;
  #isClosed = false;

  constructor(options: PreviewerOptions) {
    this.#options = options;
  }

  /** The ID of the current process, if there is one. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /**
   * Returns the preview of an image, as WebP. Returns undefined for an image that is broken, has too many pixels, or takes
   * too much time or memory. `read` is called when it is the image's turn.
   * @throws PreviewsUnavailable, and the errors of `read`
   */
  async reduce(accountId: string, read: () => Promise<Buffer>): Promise<Buffer | undefined> {
    if (this.#waiting >= MAX_WAITING) throw new PreviewsUnavailable("too many images are waiting");
    this.#waiting += 1;
    const turn = this.#last.then(() => this.#reduceNext(accountId, read));
    this.#last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
      this.#scheduleEnd();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    await this.#process?.end();
  }

  async #reduceNext(accountId: string, read: () => Promise<Buffer>): Promise<Buffer | undefined> {
    const process = await this.#open(accountId);
    const image = await read();
    try {
      const preview = await process.reduce(image, this.#options.imageMs ?? IMAGE_MS);
      return preview && isWebP(preview) ? preview : undefined;
    } catch (error) {
      if (!(error instanceof PreviewProcessLost) || this.#isClosed)
        throw new PreviewsUnavailable(String(error));
      return undefined;
    }
  }

  async #open(accountId: string): Promise<PreviewProcess> {
    clearTimeout(this.#idle);
    if (this.#isClosed) throw new PreviewsUnavailable("the server is closing");
    const current = this.#process;
    if (current && !current.isLost && this.#accountId === accountId) return current;
    await current?.end();
    this.#process = undefined;
    if (performance.now() < this.#pausedUntil) throw new PreviewsUnavailable("no process can start");
    for (const command of this.#listCommands()) {
      const started = await PreviewProcess.start(command, START_MS).catch(() => undefined);
      if (!started) continue;
      [this.#process, this.#accountId, this.#command] = [started, accountId, command];
      return started;
    }
    this.#pausedUntil = performance.now() + PAUSE_MS;
    throw new PreviewsUnavailable("no process can start");
  }

  #listCommands(): readonly (readonly string[])[] {
    if (this.#command) return [this.#command];
    const { commands, program } = this.#options;
    try {
      return commands ?? buildPreviewCommands(program);
    } catch {
      // The library is not installed, because it does not exist for this machine.
      return [];
    }
  }

  #scheduleEnd(): void {
    if (this.#waiting > 0) return;
    clearTimeout(this.#idle);
    const end = () => {
      void this.#process?.end();
      this.#process = undefined;
    };
    this.#idle = setTimeout(end, this.#options.idleMs ?? IDLE_MS).unref();
  }
}

const isWebP = (content: Buffer) =>
  content.toString("latin1", 0, 4) === "RIFF" && content.toString("latin1", 8, 12) === "WEBP";
