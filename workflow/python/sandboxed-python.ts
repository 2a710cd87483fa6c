import type { Job, RunReceipt } from "@stoa/runtime/protocol";
import type { AgentRuntime } from "@stoa/runtime/supervisor";
import { CODE_LIMITS } from "../code/code-limits.ts";
import type { PythonCodeJob, PythonSandbox } from "../code/index.ts";

const MIB = 1024 * 1024;

/** What one call of an author's Python may take, beside its time. */
const LIMITS = {
  /** As a Python agent has: address space, of which the items of a run take a third. */
  memoryBytes: 1024 * MIB,
  /** Files of a Code node's are intermediate: Python's own temporary ones. */
  diskBytes: 64 * MIB,
  processes: 16,
  /** The answer, and beside it what is printed. */
  outputBytes: CODE_LIMITS.answerCharacters + MIB,
};

function toJob({ source, given, wallMs }: PythonCodeJob): Job {
  return {
    runId: "code",
    source,
    filename: "code.py",
    entry: { name: "run", kind: "function", takes: "input_data" },
    input: { given },
    limits: { ...LIMITS, wallMs, cpuSeconds: Math.ceil(wallMs / 1_000) },
    runToken: "",
    // Code nodes reach nothing: not even the run's models.
    connectGateway: (connection) => void connection.destroy(),
  };
}

/** Why there is no answer, to the author of a Code node. */
function explainFailure({ outcome, error }: RunReceipt, wallMs: number): string {
  if (outcome === "cancelled") return "The run was ended";
  if (outcome === "timeout")
    return `The code was stopped: it took more than ${wallMs / 1_000} seconds. Does a loop not end?`;
  if (outcome === "output_limit")
    return `The code gave or printed more than its limit of ${LIMITS.outputBytes / MIB} MB`;
  return (error?.message ?? "The agent ended without an answer").replace(/^The agent/, "The code");
}

/** Python code of workflows in the sandbox that Python agents run in, one for each call. */
export function createPythonSandbox(runtime: AgentRuntime): PythonSandbox {
  return {
    async run(job) {
      const status = runtime.status();
      if (!status.available)
        throw new Error(`Python code cannot run here: ${status.reason} ${status.remedy}`.trim());
      job.signal.throwIfAborted();
      const logs: string[] = [];
      let characters = 0;
      const handle = runtime.start(toJob(job), (event) => {
        if (event.type !== "log" || logs.length >= CODE_LIMITS.logLines) return;
        characters += event.message.length;
        if (characters <= CODE_LIMITS.logCharacters) logs.push(event.message);
      });
      job.signal.addEventListener("abort", handle.cancel, { once: true });
      const receipt = await handle.receipt;
      job.signal.removeEventListener("abort", handle.cancel);
      if (receipt.outcome !== "completed") throw new Error(explainFailure(receipt, job.wallMs));
      if (typeof receipt.output !== "string") throw new Error("The code left its sandbox without an answer");
      return { output: receipt.output, logs };
    },
  };
}
