import type { JobFile } from "@stoa/runtime/protocol";
import type { TrialRuns } from "../trial/trial-runs.ts";
import type { LiveRun, LiveRuns } from "./live-run.ts";

type FilingRun = ReturnType<typeof toFilingRun>;

/** Creates the view of this node's runs that reads the files of a run and stores the files that it returns. */
export function createFilingRuns(live: LiveRuns, trials: TrialRuns) {
  const known = new WeakMap<LiveRun, FilingRun>();
  return {
    find(runId: string): FilingRun | undefined {
      const run = live.get(runId);
      if (run === undefined || run.over.aborted || run.stopCause !== undefined) return undefined;
      const filing = known.get(run) ?? toFilingRun(run);
      known.set(run, filing);
      return filing;
    },
    recordTrialCall: (runId: string) => trials.reachOutside(runId),
  };
}

function toFilingRun(run: LiveRun) {
  const { accountId, userId } = run.terms.caller;
  return {
    accountId,
    userId,
    // Set when the run's secrets have been read, which is before its code starts.
    mask: run.mask,
    findFile: (id: string) => run.files.get(id),
    addArtifact: (file: JobFile) => void run.artifacts.push(file),
    signal: run.over,
    track: (call: Promise<void>) => run.endAfter(call),
  };
}
