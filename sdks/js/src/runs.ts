import type { AcceptedRun, CancelledRun, ExecutionResult, InputData, RunEvent } from "./api-types.gen.ts";
import { ConnectionError } from "./errors.ts";
import { followRun } from "./follow-run.ts";
import { type CallOptions, type RunOptions, startCall } from "./run-calls.ts";
import type { Transport } from "./transport.ts";

/** Runs that go on by themselves. */
export class Runs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Starts a run and does not wait for it. */
  start(agentId: number, input: InputData, options: RunOptions = {}): Promise<AcceptedRun> {
    const call = startCall(agentId, input, options);
    return this.#transport.request({ ...call, headers: { ...call.headers, prefer: "respond-async" } });
  }

  /** How a run of yours stands, or how it ended. */
  get(runId: string, { signal }: CallOptions = {}): Promise<ExecutionResult> {
    return this.#transport.request({ method: "GET", path: pathOf(runId), repeatable: true, signal });
  }

  /** The events of a run to its result, from its beginning or after the event with this `id`. */
  events(
    runId: string,
    { after = 0, signal }: CallOptions & { after?: number } = {},
  ): AsyncGenerator<RunEvent, void, undefined> {
    return followRun(this.#transport, { runId, after }, signal);
  }

  /** Waits for a run to end. With `AbortSignal.timeout(ms)` as `signal` no longer than that; the run goes on. */
  async wait(runId: string, options: CallOptions = {}): Promise<ExecutionResult> {
    for await (const { event, data } of this.events(runId, options)) if (event === "result") return data;
    throw new ConnectionError("The run's events ended without its result");
  }

  /** Stops a run. What it cost until then is charged once it has given an output. */
  cancel(runId: string, { signal }: CallOptions = {}): Promise<CancelledRun> {
    return this.#transport.request({
      method: "POST",
      path: `${pathOf(runId)}/cancel`,
      repeatable: true,
      signal,
    });
  }
}

function pathOf(runId: string): string {
  return `/runs/${encodeURIComponent(runId)}`;
}
