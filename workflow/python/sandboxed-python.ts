import type { Job, RunReceipt } from "@stoa/runtime/protocol";
import type { AgentRuntime } from "@stoa/runtime/supervisor";
import { CODE_LIMITS } from "../code/code-limits.ts";
import type { PythonCodeJob, PythonSandbox } from "../code/index.ts";

const MIB = 1024 * 1024;

/** The limits of one execution of an author's Python, in addition to its time. */
const LIMITS = {
  /** The size of the address space, as for a Python agent. The items of a run take a third of it. */
  memoryBytes: 1024 * MIB,
  /** A Code node writes only temporary files. */
  diskBytes: 64 * MIB,
  processes: 16,
  /** The maximum size of the answer and the printed text together. */
  outputBytes: CODE_LIMITS.answerCharacters + MIB,
};

function toJob({ source, input, wallMs }: PythonCodeJob): Job {
  return {
    runId: "code",
    source,
    filename: "code.py",
    entry: { name: "run", kind: "function", takes: "input_data" },
    input: { given: input },
    limits: { ...LIMITS, wallMs, cpuSeconds: Math.ceil(wallMs / 1_000) },
    runToken: "",
    // Code nodes have no network, so they cannot even reach the run's models.
    connectGateway: (connection) => void connection.destroy(),
  };
}

/** Returns the reason why there is no answer, for the author of a Code node. */
function explainFailure({ outcome, error }: RunReceipt, wallMs: number): string {
  if (outcome === "cancelled") return "The run was stopped";
  if (outcome === "timeout")
    return `The code was stopped: it took more than ${wallMs / 1_000} seconds. Check it for an endless loop`;
  if (outcome === "output_limit")
    return `The code returned and printed more than the limit of ${LIMITS.outputBytes / MIB} MB`;
  return (error?.message ?? "The agent exited without output.").replace(/^The agent/, "The code");
}

/** Returns a runner for the Python code of workflows. Each call gets its own sandbox, like a run of a Python agent. */
export function createPythonSandbox(runtime: AgentRuntime): PythonSandbox {
  return {
    async run(job) {
      const status = runtime.getStatus();
      if (!status.available)
        throw new Error(`This server cannot run Python code: ${status.reason} ${status.remedy}`.trim());
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
      if (typeof receipt.output !== "string") throw new Error("The code ended without returning a result");
      return { output: receipt.output, logs };
    },
  };
}
