import type { AcceptedRun, CancelledRun, ExecutionResult, InputData, RunEvent } from "./api-types.gen.ts";
import { ConnectionError } from "./errors.ts";
import { followRun } from "./follow-run.ts";
import { type CallOptions, type RunOptions, startCall } from "./run-calls.ts";
import type { Transport } from "./transport.ts";

/** Starts, follows and cancels runs. */
export class Runs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Starts a run without waiting for it. */
  start(agentId: number, input: InputData, options: RunOptions = {}): Promise<AcceptedRun> {
    const call = startCall(agentId, input, options);
    return this.#transport.request({ ...call, headers: { ...call.headers, prefer: "respond-async" } });
  }

  /** Returns the status of your run, or its result. */
  get(runId: string, { signal }: CallOptions = {}): Promise<ExecutionResult> {
    return this.#transport.request({ method: "GET", path: toRunPath(runId), repeatable: true, signal });
  }

  /** Yields the events of a run up to its result, from the beginning or after the event whose `id` is `after`. */
  events(
    runId: string,
    { after = 0, signal }: CallOptions & { after?: number } = {},
  ): AsyncGenerator<RunEvent, void, undefined> {
    return followRun(this.#transport, { runId, after }, signal);
  }

  /** Waits for a run to end. Use `AbortSignal.timeout(ms)` as `signal` to limit the wait; the run itself continues. */
  async wait(runId: string, options: CallOptions = {}): Promise<ExecutionResult> {
    for await (const { event, data } of this.events(runId, options)) if (event === "result") return data;
    throw new ConnectionError("The event stream ended without the run's result. Call `wait` again.");
  }

  /** Cancels a run. If it has produced output, you are charged for what it has used so far. */
  cancel(runId: string, { signal }: CallOptions = {}): Promise<CancelledRun> {
    return this.#transport.request({
      method: "POST",
      path: `${toRunPath(runId)}/cancel`,
      repeatable: true,
      signal,
    });
  }
}

function toRunPath(runId: string): string {
  return `/sdk/runs/${encodeURIComponent(runId)}`;
}
