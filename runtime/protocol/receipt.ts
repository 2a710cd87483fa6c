import type { AgentOutput } from "./events.ts";

/**
 * How a run ended, as the sandbox saw it.
 * `completed`: the entry point returned. `failed`: it raised. `timeout`: wall or CPU time ran out.
 * `output_limit`: it wrote more than it may. `cancelled`: the host asked. `crashed`: the process died otherwise
 * (killed, out of memory, lost sandbox).
 */
export type RunOutcome = "completed" | "failed" | "timeout" | "output_limit" | "cancelled" | "crashed";

/** The sandbox's own word on one run; nothing in `outcome` or `durationMs` comes from agent code. */
export interface RunReceipt {
  runId: string;
  outcome: RunOutcome;
  /** Present when completed, and whatever was streamed before another end. */
  output: AgentOutput;
  /** Present when not completed: one plain sentence for the caller. `developerDetail` holds the traceback. */
  error?: { message: string; developerDetail: string };
  /** True when something of the host ended the run that agent code cannot reach. */
  isHostFault?: boolean;
  /** From job accepted to end, milliseconds. */
  durationMs: number;
  /** From job accepted to the first line of agent code, milliseconds; absent when it never got there. */
  startMs?: number;
}
