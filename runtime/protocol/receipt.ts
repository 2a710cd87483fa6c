import type { AgentOutput } from "./events.ts";

/**
 * How a run ended, as the sandbox saw it. `completed`: the entry point returned. `failed`: it raised. `timeout`: wall
 * or CPU time ran out. `output_limit`: it wrote more than its limit. `cancelled`: the host stopped it. `crashed`: the
 * process died in another way (killed, out of memory, lost sandbox).
 */
export type RunOutcome = "completed" | "failed" | "timeout" | "output_limit" | "cancelled" | "crashed";

/** The sandbox's report on a run. Nothing in `outcome` or `durationMs` comes from agent code. */
export interface RunReceipt {
  runId: string;
  outcome: RunOutcome;
  /** The output if the run completed; otherwise the text that the agent streamed before the end. */
  output: AgentOutput;
  /** What the agent keeps for the next turn of its conversation. Set only if the run completed. Untrusted. */
  state?: string;
  /** Set if the run did not complete: one plain sentence for the caller. `developerDetail` has the traceback. */
  error?: { message: string; developerDetail: string };
  /** Whether the host caused the end, not the agent. Agent code cannot influence this. */
  isHostFault?: boolean;
  /** Whether the caller's own request was refused. Only calls of models have it, because they have no agent. */
  isCallerFault?: boolean;
  /** Milliseconds from the job's acceptance to its end. */
  durationMs: number;
  /** Milliseconds from the job's acceptance to the start of the agent's code; not set if the code never started. */
  startMs?: number;
}
