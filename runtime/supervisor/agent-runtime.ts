import type { InspectedArchive, Inspection, Job, RunEvent, RunReceipt } from "../protocol/index.ts";

/** The status of a runtime on this machine. If it cannot run agents, `reason` and `remedy` are plain sentences. */
export type RuntimeStatus = { available: true } | { available: false; reason: string; remedy: string };

/** An active run. `receipt` never rejects: every end, including a lost sandbox, is an outcome. */
export interface RunHandle {
  receipt: Promise<RunReceipt>;
  /** Ends the run. `receipt` then settles as `cancelled`, unless the run had already ended. */
  cancel(): void;
}

/** Runs agents of one kind. Runtimes do not know about users or prices. */
export interface AgentRuntime {
  /** Identifies the packages that agents run with; undefined if agents have only the standard library. */
  readonly environmentDigest: string | undefined;
  getStatus(): RuntimeStatus;
  /**
   * Inspects the syntax of a file without running it. `archive` is the archive that contains the file.
   */
  inspect(source: string, archive?: InspectedArchive): Promise<Inspection>;
  /** Starts a job. Calls `onEvent` in order, and never after the receipt has settled. */
  start(job: Job, onEvent: (event: RunEvent) => void): RunHandle;
  /** Ends every run and frees the runtime's resources. */
  close(): Promise<void>;
}
