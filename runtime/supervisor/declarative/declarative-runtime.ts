import type { Inspection, Job, RunEvent, RunReceipt } from "../../protocol/index.ts";
import type { AgentRuntime, RunHandle, RuntimeStatus } from "../agent-runtime.ts";
import { createCancelledEnding, createFailedEnding, createTimeoutEnding } from "../endings.ts";
import { DeclaredRun } from "./declared-run.ts";
import { inspectDeclaration } from "./inspect-declaration.ts";
import { readDeclaration } from "./read-declaration.ts";
import { RunConnection } from "./run-connection.ts";
import { ToolLoop } from "./tool-loop.ts";

type Stop = "cancelled" | "timeout";

/** Runs declarative agents. They contain no code, so they do not need a sandbox. */
export class DeclarativeRuntime implements AgentRuntime {
  readonly environmentDigest = undefined;
  readonly #running = new Map<RunHandle, Promise<unknown>>();

  getStatus(): RuntimeStatus {
    return { available: true };
  }

  inspect(source: string): Promise<Inspection> {
    return Promise.resolve(inspectDeclaration(source));
  }

  start(job: Job, onEvent: (event: RunEvent) => void): RunHandle {
    const stopped = new AbortController();
    const stop = (reason: Stop) => stopped.abort(reason);
    const timer = setTimeout(stop, job.limits.wallMs, "timeout");
    const receipt = this.#run(job, new DeclaredRun(job, onEvent), stopped.signal);
    const handle = { receipt, cancel: () => stop("cancelled") };
    this.#running.set(handle, receipt);
    void receipt.then(() => {
      clearTimeout(timer);
      this.#running.delete(handle);
      // Ends every open request of the run.
      stop("cancelled");
    });
    return handle;
  }

  async #run(job: Job, run: DeclaredRun, stopped: AbortSignal): Promise<RunReceipt> {
    const read = readDeclaration(job.source);
    if ("problem" in read) return run.end(createFailedEnding("failed", read.problem.message));
    const loop = new ToolLoop(read.agent, job, new RunConnection(job, stopped), run);
    const halted = new Promise<RunReceipt>((resolve) => {
      stopped.addEventListener("abort", () =>
        resolve(
          run.end(stopped.reason === "timeout" ? createTimeoutEnding(job.limits) : createCancelledEnding()),
        ),
      );
    });
    const finished = loop.answer().then(
      (output) => run.complete(output),
      (error: unknown) => run.fail(error),
    );
    return Promise.race([halted, finished]);
  }

  async close(): Promise<void> {
    for (const handle of this.#running.keys()) handle.cancel();
    await Promise.all(this.#running.values());
  }
}
