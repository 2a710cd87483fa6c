import type { ConnectorUse } from "@stoa/contract";
import type { Traffic } from "../../../platform/outbound/traffic.ts";
import type { ReachableRun, ReachableRuns } from "../../../platform/run-routes/define-run-route.ts";

/** An active run, as the proxy needs it. */
export interface ProxiedRun extends ReachableRun {
  /** The user whose connectors the run may use. */
  userId: string;
  agentId: number;
  agentOwnerAccountId: string;
  /** The connectors that the running version declares, with their methods and paths. */
  uses: readonly ConnectorUse[];
  /** The bytes that the run has moved through all outbound routes. */
  traffic: Traffic;
  record(call: ConnectorCall): void;
}

/** A call that has ended, for the run's trace. */
export interface ConnectorCall {
  service: string;
  method: string;
  /** The path as the agent wrote it, without the query. */
  path: string;
  durationMs: number;
  outcome: "answered" | "refused" | "failed";
  status: number | null;
  reason: string | null;
}

/** The active runs of this node that may call services. */
export type ProxiedRuns = ReachableRuns<ProxiedRun>;
