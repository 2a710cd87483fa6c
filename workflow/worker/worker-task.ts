import type { Duplex } from "node:stream";
import type { PythonSandbox } from "../code/index.ts";
import { createPythonServer } from "../python/python-server.ts";
import { ChannelStream } from "./channel-stream.ts";
import { Channels } from "./channels.ts";
import { WorkerLost } from "./worker-lost.ts";
import type {
  InspectResult,
  WorkerEvent,
  WorkerMessage,
  WorkerTask,
  WorkflowRunResult,
} from "./worker-messages.ts";
import type { WorkerProcess } from "./worker-process.ts";

export interface TaskListeners {
  onEvent?(event: WorkerEvent): void;
  connectGateway?(connection: Duplex): void;
  /** Runs Python code. If it is not set, Python code is refused. */
  python?: PythonSandbox | undefined;
}

/** The result of a task, which depends on the task's type. */
export type TaskResult<Task extends WorkerTask> = Task extends { type: "run" }
  ? WorkflowRunResult
  : InspectResult;

/**
 * Gives a worker its only task and then ends it. The caller does not wait until the worker's memory is freed, which
 * takes longer than a small workflow.
 * @throws WorkerLost, or the signal's reason if the signal is aborted
 */
export async function runWorkerTask<Task extends WorkerTask>(
  worker: WorkerProcess,
  task: Task,
  { onEvent, connectGateway, python, signal }: TaskListeners & { signal: AbortSignal },
): Promise<TaskResult<Task>> {
  const lines = new Channels((message) => worker.send(message));
  const answerPython = createPythonServer(python);
  const openConnection = (line: number) => {
    const connection = new ChannelStream(lines.open(line));
    connection.on("error", () => connection.destroy());
    connectGateway?.(connection);
  };
  try {
    return await new Promise<TaskResult<Task>>((resolve, reject) => {
      signal.throwIfAborted();
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      void worker.ended.then((end) => reject(new WorkerLost(end)));
      worker.listen((message: WorkerMessage) => {
        if (message.type === "line" || message.type === "line-closed") lines.receive(message);
        else if (message.type === "connect") openConnection(message.line);
        else if (message.type === "python") void answerPython(message.call, lines.open(message.line));
        else if (message.type === "ended" || message.type === "inspected")
          resolve(message.result as TaskResult<Task>);
        else if (message.type === "broken") reject(new WorkerLost(message.error));
        else if (!signal.aborted) onEvent?.(message);
      });
      worker.send(task);
    });
  } finally {
    lines.closeAll();
    void worker.kill();
  }
}
