import { type MessagePort, parentPort } from "node:worker_threads";
import { coverageOf } from "../inspection/coverage-report.ts";
import { inspectWorkflow } from "../inspection/inspect-workflow.ts";
import { RUN_HEAP_MB } from "../memory/heap-bounds.ts";
import { boundHeap } from "../memory/heap-room.ts";
import { findNodeType } from "../nodes/node-table.ts";
import { askedPython } from "../python/ask-for-python.ts";
import { runServices } from "./run-services.ts";
import { runTask } from "./run-task.ts";
import type { InspectResult, WorkerMessage, WorkerTask } from "./worker-messages.ts";

/** The program of a worker thread: it does one task and is then ended by the thread that started it. */
function portOfThread(): MessagePort {
  if (parentPort) return parentPort;
  throw new Error("this file is the program of a worker thread");
}

const port = portOfThread();

const tell = (message: WorkerMessage) => port.postMessage(message);

function inspected(source: string): InspectResult {
  return { inspection: inspectWorkflow(source, findNodeType), coverage: coverageOf(source, findNodeType) };
}

async function work(task: WorkerTask): Promise<void> {
  if (task.type === "inspect") return tell({ type: "inspected", result: inspected(task.source) });
  boundHeap(RUN_HEAP_MB * 1024 * 1024);
  // Who stops a run ends its thread, so that nothing here has to notice.
  const { signal } = new AbortController();
  const services = runServices(task.runToken, signal, {
    connect: (gate) => port.postMessage({ type: "connect", port: gate } satisfies WorkerMessage, [gate]),
    python: askedPython((call, answers) =>
      port.postMessage({ type: "python", call, port: answers } satisfies WorkerMessage, [answers]),
    ),
  });
  tell({ type: "ended", result: await runTask(task, { services, signal, tell }) });
}

port.once("message", (task: WorkerTask) => {
  // An error of ours: the thread's end tells it.
  work(task).catch((error: unknown) => {
    queueMicrotask(() => {
      throw error;
    });
  });
});
tell({ type: "ready" });
