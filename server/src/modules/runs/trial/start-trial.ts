import { type Gateway, TrialTools } from "@stoa/gateway";
import type { Framework, Job, JobFile, RunEvent, RunReceipt } from "@stoa/runtime/protocol";
import { AppError } from "../../../platform/http/app-error.ts";
import type { TrialRunner } from "../../catalog/index.ts";
import { findSearchService } from "../../connectors/index.ts";
import { createGatewayAccess } from "../live/run-node.ts";
import type { RunBounds } from "../run-bounds.ts";
import type { RunFiles } from "../run-files.ts";
import type { RunPlaces } from "../start/run-places.ts";
import { IdleWatch } from "./idle-watch.ts";
import { TrialPlaces } from "./trial-places.ts";
import type { TrialRuns } from "./trial-runs.ts";

/** The time limit of a trial run. An agent that takes longer with its own example is not ready to be listed. */
const TRIAL_SECONDS = 60;

/**
 * The value of every secret in a trial: agents are uploaded before their secrets are set, and nobody pays for calls to
 * services.
 */
const TRIAL_SECRET = "stoa-trial";

/** Frameworks whose agents declare tools and run them in the sandbox. */
const CALLS_TOOLS: ReadonlySet<Framework> = new Set(["langchain", "autogen"]);

/**
 * How long a trial waits for a slot. This is longer than a trial may be idle, so that a trial behind a hanging trial
 * gets its slot.
 */
const PATIENCE_MS = 35_000;

/**
 * Trials take at most a quarter of a small node. Unpaid runs take up to half, so a quarter of the node remains for
 * paying callers.
 */
const MOST_OF_PLACES = 0.25;

export interface TrialOptions {
  places: RunPlaces;
  gateway: Pick<Gateway, "connect">;
  trials: TrialRuns;
  files: Pick<RunFiles, "chooseSampleFile" | "findSampleFile">;
  bounds: Pick<
    RunBounds,
    "jobLimits" | "trialCapacity" | "trialIdleMs" | "trialLoadingMs" | "placePatienceMs"
  >;
}

/** A trial run, or a comparison of a workflow with its pinned data in the place of one. */
type Trial = Parameters<TrialRunner["try"]>[0] & { comparesPinned?: true };

/** The end of a trial. */
interface TrialEnd {
  runId: string;
  receipt: RunReceipt;
  /** The time without activity that ended the trial; undefined if it was not ended for this reason. */
  idleMs: number | undefined;
}

/**
 * Runs a trial in a place of its account, and returns what `conclude` makes of its end.
 * @throws AppError 503 if the server is at capacity
 */
type RunTrial = <Result>(
  trial: Trial,
  onEvent: (event: RunEvent) => void,
  conclude: (end: TrialEnd) => Result,
) => Promise<Result>;

const createFullError = () =>
  new AppError(503, "at_capacity", "This server is busy. Please try again in a moment", {
    headers: { "retry-after": "2" },
  });

/** Returns a function that runs trials. Every model is stoa-basic, and nothing is held, charged or recorded. */
export function createTrialStarter({ places, gateway, trials, files, bounds }: TrialOptions): RunTrial {
  let started = 0;
  const atOnce = Math.min(bounds.trialCapacity, Math.max(1, Math.floor(places.capacity * MOST_OF_PLACES)));
  const trialPlaces = new TrialPlaces(atOnce, PATIENCE_MS);
  return async (trial, onEvent, conclude) => {
    const { accountId } = trial;
    const giveBack = await trialPlaces.take(accountId);
    if (!giveBack) throw createFullError();
    // Trials have their own limit, so that unpaid runs do not keep developers from uploading.
    const slot = await places.take({ accountId, isUnpaid: false }, bounds.placePatienceMs);
    if (!slot || trials.stopping.aborted) {
      slot?.release();
      giveBack();
      throw createFullError();
    }
    started += 1;
    const runId = `trial_${started}`;
    const idle = new IdleWatch(bounds.trialIdleMs);
    trials.add(runId, () => idle.touch());
    try {
      const handle = slot.start(
        trial.framework,
        createJob(trial, runId, { gateway, files, bounds }),
        (event) => {
          idle.touch();
          onEvent(event);
        },
      );
      const cancel = () => handle.cancel();
      idle.start(cancel, trial.environment ? bounds.trialLoadingMs : bounds.trialIdleMs);
      trials.stopping.addEventListener("abort", cancel, { once: true });
      const receipt = await handle.receipt;
      trials.stopping.removeEventListener("abort", cancel);
      if (trials.stopping.aborted && receipt.outcome === "cancelled") throw createFullError();
      return conclude({ runId, receipt, idleMs: idle.endedAfterMs });
    } finally {
      idle.stop();
      slot.release();
      giveBack();
      trials.remove(runId);
    }
  };
}

/** Returns the job of a trial, in which every model is stoa-basic. */
function createJob(
  trial: Trial,
  runId: string,
  { gateway, files, bounds }: Pick<TrialOptions, "gateway" | "files" | "bounds">,
): Job {
  const { accountId, framework, source, filename, archive, entry, input, environment, hosts = [] } = trial;
  const secrets = Object.fromEntries((trial.secretNames ?? []).map((name) => [name, TRIAL_SECRET]));
  const limits = { ...bounds.jobLimits, wallMs: TRIAL_SECONDS * 1000, cpuSeconds: TRIAL_SECONDS };
  const searchService = findSearchService(trial.connectors ?? []);
  const access = createGatewayAccess(gateway, {
    runId,
    trial: true,
    ...(CALLS_TOOLS.has(framework) && { trialTools: new TrialTools() }),
    owner: accountId,
    tokensAreFree: true,
    ...(searchService !== undefined && { searchService }),
  });
  const own = environment && { environment };
  const code = { source, filename, archive, entry };
  const given = { input, files: findSampleFiles(input, files) };
  const compared = trial.comparesPinned && { comparesPinned: true };
  return { runId, ...code, ...given, hosts, limits, secrets, trial: true, ...compared, ...own, ...access };
}

/** Returns the samples to which the input of a trial refers. */
function findSampleFiles(input: Job["input"], { findSampleFile }: TrialOptions["files"]): JobFile[] {
  const ids = Object.values(input).flat();
  return ids.flatMap((id) => (typeof id === "string" ? (findSampleFile(id) ?? []) : []));
}
