import type { AgentOutput } from "./events.ts";

/**
 * How a run ended, as the sandbox saw it. `completed`: the entry point returned. `failed`: it raised. `timeout`: wall
 * or CPU time ran out. `output_limit`: it wrote more than its limit. `cancelled`: the host stopped it. `crashed`: the
 * process died in another way (killed, out of memory, lost sandbox).
 */
export type RunOutcome = "completed" | "failed" | "timeout" | "output_limit" | "cancelled" | "crashed";

/** The sandbox's own report of a run. Nothing in `outcome` or `durationMs` comes from agent code. */
export interface RunReceipt {
  runId: string;
  outcome: RunOutcome;
  /** The output if the run completed; otherwise what was streamed before the end. */
  output: AgentOutput;
  /** Set if the run did not complete: one plain sentence for the caller. `developerDetail` has the traceback. */
  error?: { message: string; developerDetail: string };
  /** Whether the host, and not the agent, caused the end. Agent code cannot reach the host. */
  isHostFault?: boolean;
  /** Milliseconds from the job's acceptance to its end. */
  durationMs: number;
  /** Milliseconds from the job's acceptance to the first line of agent code; not set if it never started. */
  startMs?: number;
}
