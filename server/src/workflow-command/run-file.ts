import type { JsonValue } from "@stoa/runtime/protocol";
import { formatNodeLine, type RunError, runWorkerTask, WorkerLost, WorkerProcesses } from "@stoa/workflow";
import type { LocalGateway } from "./local-gateway.ts";
import type { LocalPython } from "./local-python.ts";

/** The time limit of a local run. */
const WALL_MS = 300_000;

/** The result of a local run. `nodes` is JSON. */
export interface LocalRun {
  answer: JsonValue;
  nodes: string;
  error: RunError | undefined;
}

interface RunFileOptions {
  gateway: LocalGateway;
  python: LocalPython;
  say: (line: string) => void;
  /** Whether to compare the nodes with their pinned data. The answer is then a `PinnedComparison`. */
  comparesPinned?: boolean;
}

/** Runs a file in test mode, as its author would in the editor: pinned data replaces a node's output. */
export async function runFile(
  source: string,
  input: JsonValue | undefined,
  { gateway, python, say, comparesPinned = false }: RunFileOptions,
): Promise<LocalRun> {
  const worker = new WorkerProcesses({ keepsSpare: false }).take();
  const { runId, runToken } = gateway;
  const task = {
    type: "run" as const,
    runId,
    runToken,
    source,
    input: input ?? {},
    wallMs: WALL_MS,
    wantsNodes: true,
    isTest: true,
    comparesPinned,
  };
  let running = "";
  try {
    const { answer, nodes, error } = await runWorkerTask(worker, task, {
      signal: AbortSignal.timeout(WALL_MS),
      connectGateway: (connection) => gateway.connect(connection),
      python,
      onEvent: (news) => {
        if (news.type === "began") running = news.node;
        else if (news.type === "node") say(`  ${formatNodeLine(news.trace)}`);
        else if (news.type === "logged") say(`  ${news.node} [${news.level}] ${news.message}`);
        else if (news.type === "stepped") say(`    ${news.step.source}: ${news.step.text}`);
      },
    });
    return { answer, nodes: nodes ?? "{}", error };
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    if (!isLate && !(error instanceof WorkerLost)) throw error;
    const message = isLate ? `The workflow ran longer than ${WALL_MS / 1000} s.` : error.message;
    return { answer: null, nodes: "{}", error: { node: running, message } };
  }
}
