import { TEXTS } from "@stoa/contract";
import { type Gateway, TrialTools } from "@stoa/gateway";
import type { Framework, RunEvent } from "@stoa/runtime/protocol";
import type { Supervisor } from "@stoa/runtime/supervisor";
import { AppError } from "../../platform/http/app-error.ts";
import type { TrialRunner } from "../catalog/index.ts";
import type { RunBounds } from "./run-bounds.ts";
import { gatewayAccess } from "./run-node.ts";
import { outputText } from "./text-metering.ts";
import { TrialPlaces } from "./trial-places.ts";
import { TrialReport } from "./trial-report.ts";
import type { TrialRuns } from "./trial-runs.ts";

/** An agent that takes longer on its own example is not ready to be listed. Seconds. */
const TRIAL_SECONDS = 60;

/** Their agents are given the tools that they declare, and run them in the sandbox. */
const CALLS_TOOLS: ReadonlySet<Framework> = new Set(["langchain", "autogen"]);

/** An upload is a form that somebody watches; past this they would rather be told to try again. */
const PATIENCE_MS = 15_000;

export interface TrialRunnerOptions {
  supervisor: Supervisor;
  gateway: () => Gateway;
  trials: TrialRuns;
  bounds: Pick<RunBounds, "jobLimits" | "trialCapacity">;
}

const full = () =>
  new AppError(503, "at_capacity", "This server is busy; please try again in a moment", {
    headers: { "retry-after": "2" },
  });

/** Tries a version in the sandbox; every model is stoa-basic, nothing is held, charged or recorded (reading 28). */
export function createTrialRunner({ supervisor, gateway, trials, bounds }: TrialRunnerOptions): TrialRunner {
  let started = 0;
  const places = new TrialPlaces(bounds.trialCapacity, PATIENCE_MS);
  return {
    async try(trial) {
      const giveBack = await places.take();
      if (!giveBack) throw full();
      const slot = supervisor.tryAcquire();
      if (!slot) {
        giveBack();
        throw full();
      }
      started += 1;
      const runId = `trial_${started}`;
      trials.add(runId);
      let streamed = "";
      const report = new TrialReport();
      const onEvent = (event: RunEvent) => {
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
        const receipt = await slot.start(trial.framework, job, onEvent).receipt;
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
        const message = receipt.error?.message ?? `The trial run ended as ${receipt.outcome}`;
        const developerDetail = receipt.error?.developerDetail ?? "";
        if (message !== TEXTS.run.noAnswer) return { ok: false, detail: message, developerDetail };
        /** Filters and branches drop what they are not meant for: other inputs may well have an answer. */
        if (entry.kind === "workflow")
          return { ok: true, durationMs: receipt.durationMs, output: "", warning: developerDetail };
        return { ok: false, detail: developerDetail, developerDetail };
      } finally {
        slot.release();
        giveBack();
        trials.remove(runId);
      }
    },
  };
}
