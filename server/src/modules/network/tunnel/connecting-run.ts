import type { Traffic } from "../../../platform/outbound/traffic.ts";
import type { ReachableRun } from "../../../platform/run-routes/define-run-route.ts";

/** An active run, with the facts that its connections to declared hosts need. */
export interface ConnectingRun extends ReachableRun {
  /** The hosts that the running version declares. */
  hosts: readonly string[];
  /** The bytes that the run has moved through all outbound routes. */
  traffic: Traffic;
  /** Adds a connection to the run's trace. */
  record(connection: HostConnection): void;
}

/** The active runs of this node that may connect to hosts. */
export interface ConnectingRuns {
  /**
   * Returns the same object for all connections of a run; undefined if the run has ended or is not allowed to connect
   * to hosts.
   */
  find(runId: string): ConnectingRun | undefined;
  /** Records that a trial run has tried to connect to a host. */
  recordTrialCall(runId: string, host: string): void;
}

/** A connection that has ended. */
export interface HostConnection {
  host: string;
  port: number;
  /** `failed`: the host could not be reached, or a limit ended the connection. */
  outcome: "connected" | "refused" | "failed";
  /** Why the connection was refused or failed. It contains nothing that the agent sent. */
  reason: string | null;
  bytesSent: number;
  bytesReceived: number;
  durationMs: number;
}
