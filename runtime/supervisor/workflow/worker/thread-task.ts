import type { Duplex } from "node:stream";
import type { Worker } from "node:worker_threads";
import type { PythonSandbox } from "../code/index.ts";
import { MAX_HEAP_MB } from "../memory/heap-bounds.ts";
import { pythonAnswers } from "../python/answer-python.ts";
import { PortStream } from "./port-stream.ts";
import type { InspectResult, RunNews, RunResult, WorkerMessage, WorkerTask } from "./worker-messages.ts";

/** The thread came to no result of its own. */
export class ThreadLost extends Error {
  override readonly name = "ThreadLost";
  /** Whether it is the workflow's doing. */
  readonly isOfMemory: boolean;

  constructor(error: unknown) {
    const isOfMemory = (error as NodeJS.ErrnoException | undefined)?.code === "ERR_WORKER_OUT_OF_MEMORY";
    super(
      isOfMemory
        ? `The workflow needed more memory than its ${MAX_HEAP_MB} MB.`
        : "The workflow could not be run to its end.",
      { cause: error },
    );
    this.isOfMemory = isOfMemory;
  }
}

export interface TaskListeners {
  onNews?(news: RunNews): void;
  connectGateway?(connection: Duplex): void;
  /** Where Python code runs; none: it is refused. */
  python?: PythonSandbox | undefined;
}

/** What a task comes to, by its type. */
export type TaskResult<Task extends WorkerTask> = Task extends { type: "run" } ? RunResult : InspectResult;

/**
 * Has a thread do its only task. The thread has ended when this settles.
 * @throws ThreadLost, or what the signal was aborted with
 */
export async function doTask<Task extends WorkerTask>(
  thread: Worker,
  task: Task,
  { onNews, connectGateway, python, signal }: TaskListeners & { signal: AbortSignal },
): Promise<TaskResult<Task>> {
  const connections = new Set<Duplex>();
  const answerPython = pythonAnswers(python);
  try {
    return await new Promise<TaskResult<Task>>((resolve, reject) => {
      signal.throwIfAborted();
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      thread.once("error", (error) => reject(new ThreadLost(error)));
      thread.once("exit", (code) => reject(new ThreadLost(new Error(`the thread ended with ${code}`))));
      thread.on("message", (message: WorkerMessage) => {
        if (message.type === "ready") return;
        if (message.type === "connect") {
          const connection = new PortStream(message.port);
          connections.add(connection);
          connection.once("close", () => connections.delete(connection));
          connection.on("error", () => connection.destroy());
          connectGateway?.(connection);
        } else if (message.type === "python") void answerPython(message.call, message.port);
        else if (message.type === "ended" || message.type === "inspected")
          resolve(message.result as TaskResult<Task>);
        else if (!signal.aborted) onNews?.(message);
      });
      thread.postMessage(task);
    });
  } finally {
    for (const connection of connections) connection.destroy();
    await thread.terminate();
  }
}
