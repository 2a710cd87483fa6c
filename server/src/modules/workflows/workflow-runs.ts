import type { Traffic } from "../../platform/outbound/traffic.ts";

/** A run of a workflow, as far as what it reaches is concerned. */
export interface WorkflowRun {
  /** For whom, and by which agent, values are kept. */
  accountId: string;
  agentId: number;
  /** Whose agent it is. */
  developerAccountId: string;
  /** What its version declares that it asks without a connector; `*`: what its runs choose. */
  hosts: readonly string[];
  /** What it moves over all of its ways out. */
  traffic: Traffic;
  /** Aborts when the run ends. */
  signal: AbortSignal;
  /** The run's end is written only after this call has been. */
  track(call: Promise<void>): void;
}

/** The workflow runs of this node. Handed in, because this module knows no runs. */
export interface WorkflowRuns {
  /** The same object for all calls of a run; undefined where it has ended, or is no workflow's. */
  find(runId: string): WorkflowRun | undefined;
  /** A trial run has come as far as a server on the internet. */
  trialReachedOutside(runId: string): void;
}
