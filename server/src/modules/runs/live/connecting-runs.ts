import type { Traffic } from "../../../platform/outbound/traffic.ts";
import type { TrialRuns } from "../trial/trial-runs.ts";
import type { LiveRun, LiveRuns } from "./live-run.ts";
import type { ConnectionEvent } from "./run-feed.ts";

/** A connection of a run to a host, as its tunnel reports it. */
type HostConnection = Omit<ConnectionEvent, "bytes_sent" | "bytes_received" | "duration_ms" | "port"> & {
  port: number;
  bytesSent: number;
  bytesReceived: number;
  durationMs: number;
};

/** The facts about a run that its connections need. */
interface ConnectingRun {
  hosts: readonly string[];
  traffic: Traffic;
  signal: AbortSignal;
  track(call: Promise<void>): void;
  record(connection: HostConnection): void;
}

/** Creates the view of this node's runs that connections to declared hosts use. */
export function createConnectingRuns(live: LiveRuns, trials: TrialRuns) {
  const known = new WeakMap<LiveRun, ConnectingRun>();
  return {
    find(runId: string): ConnectingRun | undefined {
      const run = live.get(runId);
      // The requests of workflows have their own route, which knows where redirects lead.
      if (run === undefined || run.terms.agent.framework === "n8n") return undefined;
      if (run.over.aborted || run.stopCause !== undefined) return undefined;
      const connecting = known.get(run) ?? toConnectingRun(run);
      known.set(run, connecting);
      return connecting;
    },
    recordTrialCall: (runId: string, host: string) => trials.reachOutside(runId, host),
  };
}

function toConnectingRun(run: LiveRun): ConnectingRun {
  return {
    hosts: run.terms.agent.hosts,
    traffic: run.traffic,
    signal: run.over,
    track: (call) => run.endAfter(call),
    record: ({ bytesSent, bytesReceived, durationMs, ...connection }) =>
      run.feed.append({
        kind: "connection",
        payload: {
          ...connection,
          bytes_sent: bytesSent,
          bytes_received: bytesReceived,
          duration_ms: durationMs,
        },
      }),
  };
}
