import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSWASMModule,
} from "quickjs-emscripten-core";
import type { CodeRequest, HttpClient } from "../model/services.ts";
import { CodeFailure } from "./code-failure.ts";
import { CODE_LIMITS, type CodeLimits } from "./code-limits.ts";
import { AUTHOR_FILE, SOURCE_HEAD, type ThrownError, toCodeFailure } from "./error-messages.ts";
import { GUEST_FILE, GUEST_PROGRAM } from "./guest/program.ts";
import { createHostFunctions, LogCollector } from "./host/host-functions.ts";
import { type AsyncFunction, findAsyncFunction } from "./host/later-functions.ts";
import { SandboxFiles } from "./host/sandbox-files.ts";
import type { CheckedSource } from "./source-check.ts";

/** The number of jobs between two checks of the time. A job that schedules itself again is counted each time. */
const JOBS_AT_ONCE = 1_000;

interface EndedCall {
  answer: string;
  staticData: string;
}

/** One execution of an author's code, in its own engine context. */
export class SandboxCall {
  readonly files = new SandboxFiles();
  readonly logs = new LogCollector();
  readonly #request: CodeRequest;
  readonly #http: HttpClient;
  readonly #limits: CodeLimits;
  readonly #checkedSource: CheckedSource;
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #over = new AbortController();
  #usedMs = 0;
  #sliceBegan = 0;
  #ended: EndedCall | undefined;
  #settle: QuickJSHandle | undefined;
  #calls = 0;
  #isCutOff = false;
  #settled: (() => void)[] = [];
  readonly #waiting = new Set<Promise<void>>();

  constructor(
    engine: QuickJSWASMModule,
    request: CodeRequest,
    checkedSource: CheckedSource,
    http: HttpClient,
    limits: CodeLimits,
  ) {
    this.#limits = limits;
    this.#request = request;
    this.#checkedSource = checkedSource;
    this.#http = http;
    this.#runtime = engine.newRuntime();
    this.#runtime.setMemoryLimit(CODE_LIMITS.memoryBytes);
    this.#runtime.setMaxStackSize(CODE_LIMITS.stackBytes);
    this.#runtime.setInterruptHandler(() => this.#shouldStop());
    this.#context = this.#runtime.newContext();
  }

  /** Runs the code to its end. @throws CodeFailure if the code fails or reaches a limit */
  async run(): Promise<EndedCall> {
    const until = performance.now() + this.#limits.wallMs;
    this.#slice(() => this.#begin());
    for (;;) {
      this.#slice(() => this.#runJobs());
      if (this.#ended) return this.#ended;
      if (this.#settled.length > 0) {
        for (const settle of this.#settled.splice(0)) this.#slice(settle);
        continue;
      }
      if (this.#waiting.size === 0) throw new CodeFailure("The code waits for a promise that never settles");
      await this.#waitForSettled(until);
    }
  }

  /** Frees the call's memory. Returns false if the engine cannot be used again. */
  dispose(): boolean {
    this.#over.abort();
    if (this.#isCutOff) return false;
    try {
      this.#settle?.dispose();
      this.#context.dispose();
      this.#runtime.dispose();
      return true;
    } catch {
      return false;
    }
  }

  #hasTimedOut(): boolean {
    return this.#usedMs + performance.now() - this.#sliceBegan > this.#limits.cpuMs;
  }

  /**
   * Returns whether the call must stop. If so, also takes away the call's memory: an async function treats the
   * interruption as an ordinary error, but nothing can continue without memory.
   */
  #shouldStop(): boolean {
    if (!this.#hasTimedOut()) return false;
    this.#runtime.setMemoryLimit(1);
    this.#isCutOff = true;
    return true;
  }

  #slice(work: () => void): void {
    this.#sliceBegan = performance.now();
    try {
      work();
    } finally {
      this.#usedMs += performance.now() - this.#sliceBegan;
    }
  }

  /** Returns the value of an engine result. Throws the error if the result is one. */
  #readResult(result: { value: QuickJSHandle } | { error: QuickJSHandle }): QuickJSHandle {
    if (!("error" in result) || !result.error) return (result as { value: QuickJSHandle }).value;
    throw this.#createFailure(result.error);
  }

  #createFailure(error: QuickJSHandle): CodeFailure {
    if (this.#hasTimedOut()) {
      error.dispose();
      return this.#createTimeout();
    }
    const { name = "Error", message = "", stack = "" } = this.#context.dump(error) as Partial<ThrownError>;
    error.dispose();
    return toCodeFailure(
      { name: String(name), message: String(message), stack: String(stack) },
      this.#checkedSource,
    );
  }

  #createTimeout(): CodeFailure {
    return new CodeFailure(
      `The code was stopped: it took more than ${this.#limits.cpuMs / 1_000} seconds. Check it for an endless loop`,
    );
  }

  #begin(): void {
    const context = this.#context;
    const program = this.#readResult(context.evalCode(GUEST_PROGRAM, GUEST_FILE));
    const hostFunctions = this.#addHostFunctions();
    const world = this.#readResult(context.callFunction(program, context.undefined, ...hostFunctions));
    const start = context.getProp(world, "start");
    this.#settle = context.getProp(world, "settle");
    const author = this.#readResult(
      context.evalCode(`${SOURCE_HEAD}${this.#checkedSource.source}\n})`, AUTHOR_FILE),
    );
    const setup = context.newString(this.#setup());
    try {
      this.#readResult(context.callFunction(start, context.undefined, setup, author)).dispose();
    } finally {
      for (const handle of [program, ...hostFunctions, world, start, author, setup]) handle.dispose();
    }
  }

  #setup(): string {
    const { scope, variables, mode = "all", continueOnFail: goOn = false } = this.#request;
    return JSON.stringify({
      items: scope.items.map((item) => this.files.describe(item)),
      itemIndex: scope.itemIndex,
      runIndex: scope.runIndex,
      info: { timezone: "UTC", ...scope.info },
      node: scope.info.node ?? "",
      staticData: scope.staticData,
      variables,
      mode,
      goOn,
    });
  }

  #addHostFunctions(): QuickJSHandle[] {
    const context = this.#context;
    const timezone = this.#request.scope.info.timezone;
    const ask = createHostFunctions(
      this.#request,
      this.files,
      this.logs,
      typeof timezone === "string" ? timezone : "UTC",
    );
    const text = (handle: QuickJSHandle | undefined) => (handle ? context.getString(handle) : "");
    const number = (handle: QuickJSHandle | undefined) => (handle ? context.getNumber(handle) : 0);
    const readBytes = (handle: QuickJSHandle) =>
      context.getArrayBuffer(handle).consume(({ value }) => value.slice());
    return [
      context.newFunction("host", (name, args) => {
        const answer = ask(text(name), text(args));
        return answer === undefined ? context.undefined : context.newString(answer);
      }),
      context.newFunction("hostBytes", (value, encoding) =>
        context.newArrayBuffer(copyBytes(Buffer.from(text(value), parseEncoding(text(encoding))))),
      ),
      context.newFunction("hostText", (buffer, offset, length, encoding) => {
        const bytes = readBytes(buffer);
        const part = Buffer.from(bytes.buffer, bytes.byteOffset + number(offset), number(length));
        return context.newString(part.toString(parseEncoding(text(encoding))));
      }),
      context.newFunction("hostFile", (ref) =>
        context.newArrayBuffer(copyBytes(this.files.get(number(ref))?.bytes ?? new Uint8Array())),
      ),
      context.newFunction("hostLater", (id, name, args, body) => {
        const bytes = context.typeof(body) === "object" ? readBytes(body) : undefined;
        this.#evaluate(number(id), text(name), JSON.parse(text(args)) as unknown[], bytes);
      }),
      context.newFunction("hostEnd", (answer, staticData) => {
        this.#ended = { answer: text(answer), staticData: text(staticData) };
      }),
    ];
  }

  #evaluate(id: number, name: string, args: readonly unknown[], bytes: Uint8Array | undefined): void {
    if (++this.#calls > CODE_LIMITS.calls || this.#waiting.size >= CODE_LIMITS.waiting)
      throw new Error(
        `code can wait for at most ${CODE_LIMITS.waiting} requests and timers at once, and for ${CODE_LIMITS.calls} in total`,
      );
    const work = findAsyncFunction(this.#http, name, args, bytes, this.#over.signal).then(
      (later) => void this.#settled.push(() => this.#resolvePromise(id, undefined, later)),
      (error: unknown) =>
        void this.#settled.push(() =>
          this.#resolvePromise(id, error instanceof Error ? error.message : String(error), {}),
        ),
    );
    this.#waiting.add(work);
    void work.then(() => this.#waiting.delete(work));
  }

  #resolvePromise(id: number, failure: string | undefined, { plain, bytes }: AsyncFunction): void {
    const context = this.#context;
    if (!this.#settle) return;
    const args = [
      context.newNumber(id),
      failure === undefined ? context.undefined : context.newString(failure),
      plain ? context.newString(JSON.stringify(plain)) : context.undefined,
      bytes ? context.newArrayBuffer(copyBytes(bytes)) : context.undefined,
    ];
    try {
      this.#readResult(context.callFunction(this.#settle, context.undefined, ...args)).dispose();
    } finally {
      for (const handle of args) handle.dispose();
    }
  }

  #runJobs(): void {
    while (!this.#ended && this.#runtime.hasPendingJob()) {
      const result = this.#runtime.executePendingJobs(JOBS_AT_ONCE);
      if (result.error) throw this.#createFailure(result.error);
      if (this.#hasTimedOut()) throw this.#createTimeout();
    }
  }

  async #waitForSettled(until: number): Promise<void> {
    const { signal } = this.#request;
    const leftMs = until - performance.now();
    if (signal.aborted) throw new CodeFailure("The run was stopped");
    let timer: NodeJS.Timeout | undefined;
    let ended: (() => void) | undefined;
    const over = new Promise<"over">((resolve) => {
      ended = () => resolve("over");
      timer = setTimeout(ended, Math.max(0, leftMs));
      signal.addEventListener("abort", ended, { once: true });
    });
    const first = await Promise.race([over, ...this.#waiting]);
    clearTimeout(timer);
    if (ended) signal.removeEventListener("abort", ended);
    if (first !== "over") return;
    throw new CodeFailure(
      signal.aborted
        ? "The run was stopped"
        : `The code was stopped: it waited for more than ${this.#limits.wallMs / 1_000} seconds`,
    );
  }
}

/** Returns a copy of the bytes in a separate buffer, as the engine requires. */
function copyBytes(bytes: Uint8Array): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}

const ENCODINGS: Readonly<Record<string, BufferEncoding>> = {
  "utf-8": "utf8",
  binary: "latin1",
  ucs2: "utf16le",
  "ucs-2": "utf16le",
  "utf-16le": "utf16le",
};

function parseEncoding(name: string): BufferEncoding {
  const lower = name.toLowerCase();
  const encoding = ENCODINGS[lower] ?? lower;
  if (!Buffer.isEncoding(encoding)) throw new TypeError(`Unknown encoding: ${name}`);
  return encoding;
}
