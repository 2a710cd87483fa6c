import { TEXTS } from "@stoa/contract";
import { type Gateway, TrialTools } from "@stoa/gateway";
import type { Framework, RunEvent } from "@stoa/runtime/protocol";
import { AppError } from "../../../platform/http/app-error.ts";
import type { TrialRunner } from "../../catalog/index.ts";
import { gatewayAccess } from "../live/run-node.ts";
import { outputText } from "../live/text-metering.ts";
import type { RunBounds } from "../run-bounds.ts";
import type { RunPlaces } from "../start/run-places.ts";
import { IdleWatch } from "./idle-watch.ts";
import { TrialPlaces } from "./trial-places.ts";
import { TrialReport } from "./trial-report.ts";
import type { TrialRuns } from "./trial-runs.ts";

/** An agent that takes longer on its own example is not ready to be listed. Seconds. */
const TRIAL_SECONDS = 60;

/** Their agents are given the tools that they declare, and run them in the sandbox. */
const CALLS_TOOLS: ReadonlySet<Framework> = new Set(["langchain", "autogen"]);

/** Longer than a trial may do nothing: a trial that waits behind one that hangs gets its place. */
const PATIENCE_MS = 35_000;

/** Of a small node trials take a quarter at most: beside the runs that nobody pays for, a quarter is left to those who pay. */
const MOST_OF_PLACES = 0.25;

export interface TrialRunnerOptions {
  places: RunPlaces;
  gateway: Pick<Gateway, "connect">;
  trials: TrialRuns;
  bounds: Pick<RunBounds, "jobLimits" | "trialCapacity" | "trialIdleMs" | "placePatienceMs">;
}

const full = () =>
  new AppError(503, "at_capacity", "This server is busy; please try again in a moment", {
    headers: { "retry-after": "2" },
  });

const didNothing = (ms: number) => {
  const detail = `The trial run did nothing for ${ms / 1000} seconds: no output, no log entry, no call. Make sure that it answers without waiting for anything.`;
  return { detail, developerDetail: detail };
};

/** Creates the runner of trials: every model is stoa-basic, and nothing is held, charged or recorded. */
export function createTrialRunner({ places, gateway, trials, bounds }: TrialRunnerOptions): TrialRunner {
  let started = 0;
  const atOnce = Math.min(bounds.trialCapacity, Math.max(1, Math.floor(places.capacity * MOST_OF_PLACES)));
  const trialPlaces = new TrialPlaces(atOnce, PATIENCE_MS);
  return {
    async try(trial) {
      const { accountId } = trial;
      const giveBack = await trialPlaces.take(accountId);
      if (!giveBack) throw full();
      // Trials have a bound of their own: runs that nobody pays for must not keep developers from uploading.
      const slot = await places.take({ accountId, isUnpaid: false }, bounds.placePatienceMs);
      if (!slot || trials.stopping.aborted) {
        slot?.release();
        giveBack();
        throw full();
      }
      started += 1;
      const runId = `trial_${started}`;
      const idle = new IdleWatch(bounds.trialIdleMs);
      trials.add(runId, () => idle.touch());
      let streamed = "";
      const report = new TrialReport();
      const onEvent = (event: RunEvent) => {
        idle.touch();
        if (event.type === "output") streamed += event.text;
        else report.hear(event);
      };
      try {
        const { source, filename, entry, input } = trial;
        const limits = { ...bounds.jobLimits, wallMs: TRIAL_SECONDS * 1000, cpuSeconds: TRIAL_SECONDS };
        const access = gatewayAccess(gateway, {
          runId,
          trial: true,
          ...(CALLS_TOOLS.has(trial.framework) && { trialTools: new TrialTools() }),
          owner: trial.accountId,
          tokensAreFree: true,
        });
        const job = { runId, source, filename, entry, input, limits, trial: true, ...access };
        const handle = slot.start(trial.framework, job, onEvent);
        const cancel = () => handle.cancel();
        idle.start(cancel);
        trials.stopping.addEventListener("abort", cancel, { once: true });
        const receipt = await handle.receipt;
        trials.stopping.removeEventListener("abort", cancel);
        if (trials.stopping.aborted && receipt.outcome === "cancelled") throw full();
        if (receipt.outcome === "completed")
          return {
            ok: true,
            durationMs: receipt.durationMs,
            output: outputText(receipt.output) || streamed,
            ...report.toolsTried(),
          };
        /** What it would do with the answer of a service or an agent cannot be tried while nobody pays or allows it. */
        if (trials.hasReachedOutside(runId))
          return { ok: true, durationMs: receipt.durationMs, output: streamed, endedAtConnector: true };
        if (idle.isOver) return { ok: false, ...didNothing(bounds.trialIdleMs) };
        const message = receipt.error?.message ?? `The trial run ended as ${receipt.outcome}`;
        const developerDetail = receipt.error?.developerDetail ?? "";
        if (message !== TEXTS.run.noAnswer) return { ok: false, detail: message, developerDetail };
        /** Filters and branches drop what they are not meant for: other inputs may well have an answer. */
        if (entry.kind === "workflow")
          return { ok: true, durationMs: receipt.durationMs, output: "", warning: developerDetail };
        return { ok: false, detail: developerDetail, developerDetail };
      } finally {
        idle.stop();
        slot.release();
        giveBack();
        trials.remove(runId);
      }
    },
  };
}
