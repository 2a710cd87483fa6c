import type { Job, JobLimits, JsonValue } from "../../protocol/index.ts";

/** What the monitor must know; it never reads the job itself. Read by `stoa_sandbox/settings.py`. */
export interface MonitorSettings extends JobLimits {
  /** Whether this sandbox has a gateway socket. */
  gateway: boolean;
  /** Folders beyond the system's that the agent process may read. */
  readable: string[];
}

/** What the agent process must know. Read by `stoa_sandbox/agent_process.py`. */
export type AgentJob =
  | {
      kind: "run";
      source: string;
      filename: string;
      entry: string;
      takes: Job["entry"]["takes"];
      input: { [key: string]: JsonValue };
      token: string;
    }
  | { kind: "inspect"; source: string };

/** The agent process's view of a job: no limits, no host objects. */
export function agentJob(job: Job): AgentJob {
  return {
    kind: "run",
    source: job.source,
    filename: job.filename,
    entry: job.entry.name,
    takes: job.entry.takes,
    input: job.input,
    token: job.runToken,
  };
}
