import type { Inspection, Job, RunEvent, RunReceipt } from "../protocol/index.ts";

/** Whether a runtime can run agents here; if not, the reason and what to do, each one plain sentence. */
export type RuntimeStatus = { available: true } | { available: false; reason: string; remedy: string };

/** An active run. `receipt` never rejects: every end, a lost sandbox included, is an outcome. */
export interface RunHandle {
  receipt: Promise<RunReceipt>;
  /** Ends the run; `receipt` then settles as `cancelled` unless it had ended already. */
  cancel(): void;
}

/** One way to run agent code. Drivers know neither users nor prices. */
export interface AgentRuntime {
  /** Names the packages that agents run with; none: only the language's own library. */
  readonly environmentDigest: string | undefined;
  status(): RuntimeStatus;
  /** Looks at a file by its syntax alone, in the sandbox, without running it. */
  inspect(source: string): Promise<Inspection>;
  /** Starts a job. `onEvent` is called in order and never after the receipt settled. */
  start(job: Job, onEvent: (event: RunEvent) => void): RunHandle;
  /** Ends every run and frees what the driver holds. */
  close(): Promise<void>;
}
