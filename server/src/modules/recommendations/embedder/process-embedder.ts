import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import * as z from "zod";
import { computeDirection, type Direction } from "../vector.ts";
import { type Embedder, EmbedderUnavailable, type ExampleQueries } from "./embedder.ts";

/**
 * A user id that is used for nothing else, in a range that neither distributions nor systemd
 * assign. The database uses the id before it.
 */
const EMBEDDER_UID = 60_972;

/**
 * The number of requests that may wait for the process. At 30 ms each, the last one is answered after a second,
 * which is as long as anyone waits.
 */
const WAITING_MAX = 32;
/**
 * How long the process may take to answer. The model loads in one second, or in ten on a busy machine; a process
 * that takes longer hangs and is killed.
 */
const ANSWER_MS = 15_000;
/** How long an unused process is kept. It takes 200 MB. */
const IDLE_MS = 10 * 60_000;
/** A process that died is restarted when it is needed, but not more often than this. */
const PAUSE_AFTER_DEATH_MS = 5_000;
/**
 * The number of strings after which the process is replaced. The process grows by 14 kB per string, so it is replaced
 * before it doubles its initial memory.
 */
const TEXTS_PER_PROCESS = 10_000;

const Answer = z.union([
  z.object({ id: z.int(), vectors: z.array(z.array(z.number())) }),
  z.object({ id: z.int(), problem: z.string() }),
]);

/** The dimensions of this model's vectors. */
const DIMENSIONS = 512;

/** Reads consecutive vectors of one signed byte per dimension. */
function readDirections(path: string): Direction[] {
  const bytes = new Int8Array(readFileSync(path));
  return Array.from({ length: bytes.length / DIMENSIONS }, (_, place) =>
    computeDirection(bytes.subarray(place * DIMENSIONS, (place + 1) * DIMENSIONS)),
  );
}

interface Waiting {
  resolve(vectors: number[][]): void;
  reject(error: Error): void;
}

/** The paths of the files in server/embedder that have the vectors of the lines of the text files beside them, in order. */
export interface ExamplePaths {
  background: string;
  requests: string;
}

interface Options {
  /** The path of server/embedder/embedder-process.mjs. */
  program: string;
  examples?: ExamplePaths;
  /** `answerMs` and `pauseMs` override the constants in tests. */
  answerMs?: number;
  pauseMs?: number;
}

/**
 * Runs the English model of `@energetic-ai`, which needs no network, in a process that starts with the first request.
 */
export class ProcessEmbedder implements Embedder {
  readonly model = "energetic-ai-en-0.2.0";
  /**
   * Embedding this many characters takes 0.1 s. For longer strings, the time grows faster than the length, and vectors
   * are less precise.
   */
  readonly textMaxLength = 300;
  readonly likeness = { none: 0.15, same: 0.8 };
  readonly examples: ExampleQueries | undefined;
  readonly #program: string;
  readonly #answerMs: number;
  readonly #pauseMs: number;
  readonly #waiting = new Map<number, Waiting>();
  #child: ChildProcess | undefined;
  #overdue: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #diedAt = Number.NEGATIVE_INFINITY;
  #texts = 0;
  #lastId = 0;
  #closed = false;

  constructor({ program, examples, answerMs, pauseMs }: Options) {
    this.#program = program;
    this.examples = examples && {
      background: readDirections(examples.background),
      requests: readDirections(examples.requests),
    };
    this.#answerMs = answerMs ?? ANSWER_MS;
    this.#pauseMs = pauseMs ?? PAUSE_AFTER_DEATH_MS;
  }

  /** The id of the current process, if there is one. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Returns whether a string contains Latin script. The model was trained on English, and other languages in Latin script
   * share names and half their technical words with it.
   */
  canEmbed(text: string): boolean {
    return /\p{Script=Latin}{2}/u.test(text);
  }

  async embed(texts: readonly string[]): Promise<number[][]> {
    if (this.#closed) throw new EmbedderUnavailable("the server is closing");
    if (this.#waiting.size >= WAITING_MAX)
      throw new EmbedderUnavailable("too many requests are waiting for the embedder");
    const child = this.#child ?? this.#start();
    const id = ++this.#lastId;
    this.#texts += texts.length;
    clearTimeout(this.#idle);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#watch(child);
      child.send({ id, texts });
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#end(new EmbedderUnavailable("the server is closing"));
  }

  #start(): ChildProcess {
    if (performance.now() - this.#diedAt < this.#pauseMs)
      throw new EmbedderUnavailable("the embedder process just exited");
    // The process gets none of the server's environment variables, because it reads other people's
    // text.
    const child = fork(this.#program, {
      ...getEmbedderUser(this.#program),
      cwd: "/",
      env: {},
      execArgv: [],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    child.on("message", (message) => this.#handleMessage(child, message));
    child.once("error", (error) => this.#handleExit(child, error.message));
    child.once("exit", (code, signal) => this.#handleExit(child, `it exited with ${signal ?? code}`));
    this.#child = child;
    this.#texts = 0;
    return child;
  }

  #handleMessage(child: ChildProcess, message: unknown): void {
    if (this.#child !== child) return;
    const { data: answer } = Answer.safeParse(message);
    if (answer) this.#handleAnswer(child, answer);
    else this.#handleExit(child, "its response is invalid");
  }

  #handleAnswer(child: ChildProcess, answer: z.infer<typeof Answer>): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    this.#watch(child);
    if ("vectors" in answer) waiting?.resolve(answer.vectors);
    else waiting?.reject(new EmbedderUnavailable(answer.problem));
    if (this.#waiting.size > 0) return;
    if (this.#texts >= TEXTS_PER_PROCESS) void this.#end(new EmbedderUnavailable("replaced"));
    else this.#idle = setTimeout(() => void this.#end(new EmbedderUnavailable("idle")), IDLE_MS).unref();
  }

  /**
   * Watches the time limit. The process answers one request at a time, so each answer must follow the previous one
   * within the limit.
   */
  #watch(child: ChildProcess): void {
    clearTimeout(this.#overdue);
    if (this.#waiting.size > 0)
      this.#overdue = setTimeout(
        () => this.#handleExit(child, "it does not respond"),
        this.#answerMs,
      ).unref();
  }

  #handleExit(child: ChildProcess, reason: string): void {
    if (this.#child !== child) return;
    this.#diedAt = performance.now();
    void this.#end(new EmbedderUnavailable(`lost the embedder process: ${reason}`));
  }

  /** Ends the process, if there is one, and rejects all requests that wait for it. */
  async #end(reason: EmbedderUnavailable): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    clearTimeout(this.#overdue);
    clearTimeout(this.#idle);
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }
}

/**
 * Returns the user that the embedder runs as if this process is root. The embedder reads other people's text and needs
 * no rights, so it must not run as root. Returns an empty object, for this process's own user, if that user cannot read the program, for example
 * below /root.
 */
export function getEmbedderUser(program: string): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const user = { uid: EMBEDDER_UID, gid: EMBEDDER_UID };
  const test = 'test -x "$1" && test -r "$2"';
  const { status } = spawnSync("/bin/sh", ["-c", test, "sh", process.execPath, program], {
    ...user,
    cwd: "/",
    stdio: "ignore",
  });
  return status === 0 ? user : {};
}
