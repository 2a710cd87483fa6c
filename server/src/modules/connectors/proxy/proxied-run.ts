import type { ConnectorUse } from "@stoa/contract";
import type { Traffic } from "../../../platform/outbound/traffic.ts";
import type { ReachableRun, ReachableRuns } from "../../../platform/run-routes/define-run-route.ts";

/** A run as the proxy needs it. */
export interface ProxiedRun extends ReachableRun {
  /** Whose connectors it may use. */
  userId: string;
  agentId: number;
  agentOwnerAccountId: string;
  /** What the version that runs declares. */
  uses: readonly ConnectorUse[];
  /** What it moves over all of its ways out. */
  traffic: Traffic;
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

/** The runs of this node that may call services. */
export type ProxiedRuns = ReachableRuns<ProxiedRun>;
