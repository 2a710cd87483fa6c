import type { ConnectorUse } from "@stoa/contract";
import type { Traffic } from "../../../platform/outbound/traffic.ts";

/** A run as the proxy needs it. */
export interface ProxiedRun {
  /** Whose connectors it may use. */
  userId: string;
  agentId: number;
  agentOwnerAccountId: string;
  /** What the version that runs declares. */
  uses: readonly ConnectorUse[];
  /** What it moves over all of its ways out. */
  traffic: Traffic;
  /** Aborts when the run ends. */
  signal: AbortSignal;
  /** The run's end is written only after this call has been. */
  track(call: Promise<void>): void;
  record(call: ConnectorCall): void;
}

/** A call that has ended, for the run's trace. */
export interface ConnectorCall {
  service: string;
  method: string;
  /** As the agent wrote it, without its query. */
  path: string;
  durationMs: number;
  outcome: "answered" | "refused" | "failed";
  status: number | null;
  reason: string | null;
}

/** The runs of this node. Handed in, because connectors know no runs. */
export interface ProxiedRuns {
  /** The same object for all calls of a run; undefined where it has ended. */
  find(runId: string): ProxiedRun | undefined;
  /** A trial run has come as far as a connector call. */
  trialReachedConnector(runId: string): void;
}
