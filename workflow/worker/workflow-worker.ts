import { createCoverageReport } from "../inspection/coverage-report.ts";
import { inspectWorkflow } from "../inspection/inspect-workflow.ts";
import { RUN_HEAP_MB } from "../memory/heap-bounds.ts";
import { boundHeap } from "../memory/heap-room.ts";
import { findNodeType } from "../nodes/node-table.ts";
import { createPythonClient } from "../python/python-client.ts";
import { ChannelStream } from "./channel-stream.ts";
import { Channels } from "./channels.ts";
import { compareTask } from "./compare-task.ts";
import { createServices } from "./run-services.ts";
import { runTask } from "./run-task.ts";
import { warmUp } from "./warm-up.ts";
import type { InspectResult, ServerMessage, WorkerMessage, WorkerTask } from "./worker-messages.ts";

/**
 * Sends a message to the server. This file is the program of a worker process, which executes a single task. Then the
 * server ends it.
 */
function emit(message: WorkerMessage, sent?: () => void): void {
  if (!process.send) throw new Error("this file is the program of a worker process");
  process.send(message, undefined, undefined, sent);
}

/** Reports an internal error and exits. */
function reportBroken(error: unknown): void {
  emit({ type: "broken", error: error instanceof Error ? error : String(error) }, () => process.exit(1));
}

const lines = new Channels(emit);

function inspect(source: string): InspectResult {
  return {
    inspection: inspectWorkflow(source, findNodeType),
    coverage: createCoverageReport(source, findNodeType),
  };
}

async function work(task: WorkerTask): Promise<void> {
  if (task.type === "inspect") return emit({ type: "inspected", result: inspect(task.source) });
  boundHeap(RUN_HEAP_MB * 1024 * 1024);
  // Stopping a run ends its process, so this signal is never aborted.
  const { signal } = new AbortController();
  const python = createPythonClient((call) => {
    const { number, line } = lines.begin();
    emit({ type: "python", line: number, call });
    return line;
  });
  if (task.comparesPinned)
    return emit({ type: "ended", result: await compareTask(task, { python, signal, emit }) });
  const services = createServices(task.runToken, signal, {
    connect() {
      const { number, line } = lines.begin();
      emit({ type: "connect", line: number });
      return new ChannelStream(line);
    },
    python,
  });
  emit({ type: "ended", result: await runTask(task, { services, signal, emit }) });
}

/** Resolves after the first workflow. The build then saves the code that V8 has compiled for it. */
export const warm = warmUp();

process.on("uncaughtException", reportBroken);
// The server is gone, so nobody waits for the result.
process.on("disconnect", () => process.exit());
// Terminals and service managers signal all processes, but only the server decides when this process ends.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.on("message", (message: ServerMessage) => {
  if (message.type === "run" || message.type === "inspect")
    warm.then(() => work(message)).catch(reportBroken);
  else lines.receive(message);
});
