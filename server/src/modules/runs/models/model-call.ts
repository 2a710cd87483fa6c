import type { IncomingMessage } from "node:http";
import type { Job, RunReceipt } from "@stoa/runtime/protocol";
import { RunConnection, type RunHandle, type RunSlot } from "@stoa/runtime/supervisor";

/** A request to the gateway. */
export interface ModelRequest {
  path: "/v1/chat/completions" | "/v1/responses";
  body: Readonly<Record<string, unknown>>;
}

type Stop = "cancelled" | "timeout";

const ERROR_STATUS = 400;
const SERVER_ERROR_STATUS = 500;

/**
 * The only call of a run that is a model call: it sends the caller's request to the gateway, which meters it as every
 * other model call. The caller reads the answer while it arrives; the run stores nothing of it.
 */
export class ModelCall {
  /** Starts the call when the run begins. A model call needs no slot of a runtime, because nothing runs on this machine. */
  readonly slot: RunSlot = {
    start: (_framework, job) => this.#start(job),
    release: () => {},
    lend: () => undefined,
  };
  /** The gateway's answer. Rejects if the run ends before there is one. */
  readonly answer: Promise<IncomingMessage>;
  readonly #request: ModelRequest;
  #resolve: (answer: IncomingMessage) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #isDelivered = false;

  constructor(request: ModelRequest) {
    this.#request = request;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // A caller that is gone does not wait for the answer.
    this.answer.catch(() => {});
  }

  /**
   * Yields the pieces of the answer. A reader that stops reading does not end the call, which is charged as a whole, as runs
   * are whose callers disconnect.
   */
  async *read(): AsyncGenerator<Buffer> {
    const answer = await this.answer;
    try {
      for await (const piece of answer.iterator({ destroyOnReturn: false })) {
        this.#isDelivered = true;
        yield piece;
      }
    } finally {
      answer.resume();
    }
  }

  #start(job: Job): RunHandle {
    const stopped = new AbortController();
    const timer = setTimeout(() => stopped.abort("timeout"), job.limits.wallMs);
    const receipt = this.#perform(job, stopped.signal).finally(() => clearTimeout(timer));
    return { receipt, cancel: () => stopped.abort("cancelled") };
  }

  async #perform(job: Job, stopped: AbortSignal): Promise<RunReceipt> {
    const startedAt = performance.now();
    const end = (outcome: RunReceipt["outcome"], message?: string): RunReceipt => ({
      runId: job.runId,
      outcome,
      output: null,
      ...(message !== undefined && { error: { message, developerDetail: message } }),
      durationMs: performance.now() - startedAt,
    });
    const { path, body } = this.#request;
    try {
      const call = { method: "POST", path, body, accept: "application/json, text/event-stream" };
      const answer = await new RunConnection(job, stopped).call(call);
      this.#resolve(answer);
      const status = answer.statusCode ?? 0;
      const isWhole = await waitForEnd(answer);
      if (status >= ERROR_STATUS)
        return {
          ...end("failed", `The call was refused with the status ${status}`),
          isCallerFault: status < SERVER_ERROR_STATUS,
        };
      // What the caller has received is charged, however the call ended.
      if (isWhole || this.#isDelivered) return end("completed");
      return end(getStop(stopped) ?? "failed", "The answer of the model was interrupted");
    } catch (error) {
      this.#reject(error);
      return end(getStop(stopped) ?? "failed", "The model could not be called");
    }
  }
}

const getStop = (stopped: AbortSignal): Stop | undefined =>
  stopped.aborted ? (stopped.reason as Stop) : undefined;

/** Waits until an answer has been read or its connection is closed. @returns whether it has been read to its end */
function waitForEnd(answer: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    answer.once("end", () => resolve(true));
    answer.once("close", () => resolve(answer.readableEnded));
    answer.once("error", () => resolve(false));
  });
}
