import { TEXTS } from "@stoa/contract";
import { type Gateway, TrialTools } from "@stoa/gateway";
import type { EntryPoint, Framework, Job, JobFile, RunEvent, RunReceipt } from "@stoa/runtime/protocol";
import { describeUndeclaredHosts } from "@stoa/runtime/supervisor";
import { AppError } from "../../../platform/http/app-error.ts";
import type { TrialRunner } from "../../catalog/index.ts";
import { findSearchService } from "../../connectors/index.ts";
import { createGatewayAccess } from "../live/run-node.ts";
import { toOutputText } from "../live/text-metering.ts";
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

export interface TrialRunnerOptions {
  places: RunPlaces;
  gateway: Pick<Gateway, "connect">;
  trials: TrialRuns;
  files: Pick<RunFiles, "chooseSampleFile" | "findSampleFile">;
  bounds: Pick<
    RunBounds,
    "jobLimits" | "trialCapacity" | "trialIdleMs" | "trialLoadingMs" | "placePatienceMs"
  >;
}

const createFullError = () =>
  new AppError(503, "at_capacity", "This server is busy. Please try again in a moment", {
    headers: { "retry-after": "2" },
  });

const createIdleFailure = (ms: number) => {
  const detail = `The trial run did nothing for ${ms / 1000} seconds: no output, no log entry, no call. Make sure that the agent responds without waiting for anything.`;
  return { detail, developerDetail: detail };
};

/** Creates the runner of trials. Every model is stoa-basic, and nothing is held, charged or recorded. */
export function createTrialRunner(options: TrialRunnerOptions): TrialRunner {
  const { places, gateway, trials, files, bounds } = options;
  let started = 0;
  const atOnce = Math.min(bounds.trialCapacity, Math.max(1, Math.floor(places.capacity * MOST_OF_PLACES)));
  const trialPlaces = new TrialPlaces(atOnce, PATIENCE_MS);
  const describeEnd = (runId: string) => {
    const hosts = trials.listReachedHosts(runId);
    return hosts.length > 0 ? { endedAtHosts: hosts } : { endedAtConnector: true as const };
  };
  /** Runs a trial in a place of its account, and returns what `conclude` makes of its end. */
  const runOnce = async <Result>(
    trial: Trial,
    onEvent: (event: RunEvent) => void,
    conclude: (end: { runId: string; receipt: RunReceipt; idleMs: number | undefined }) => Result,
  ): Promise<Result> => {
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
  return {
    chooseSampleFile: files.chooseSampleFile,
    try(trial) {
      let streamed = "";
      const report = new TrialReport();
      const onEvent = (event: RunEvent) => {
        if (event.type === "output") streamed += event.text;
        else report.handleEvent(event);
      };
      return runOnce(trial, onEvent, ({ runId, receipt, idleMs }): TrialResult => {
        if (receipt.outcome === "completed")
          return {
            ok: true,
            durationMs: receipt.durationMs,
            output: toOutputText(receipt.output) || streamed,
            ...report.describeToolCalls(),
          };
        /**
         * A trial cannot test how the agent handles the answer of a service or another agent, because nobody pays for
         * the call or allows it.
         */
        if (trials.hasReachedOutside(runId))
          return { ok: true, durationMs: receipt.durationMs, output: streamed, ...describeEnd(runId) };
        if (idleMs !== undefined) return { ok: false, ...createIdleFailure(idleMs) };
        const message = getFailure(receipt);
        const developerDetail = receipt.error?.developerDetail ?? "";
        if (message !== TEXTS.run.noAnswer)
          return { ok: false, detail: report.addUndeclaredHosts(message), developerDetail };
        /**
         * A workflow without an answer may have dropped the test input in a filter or branch. Other inputs may produce
         * an answer.
         */
        if (trial.entry.kind === "workflow")
          return { ok: true, durationMs: receipt.durationMs, output: "", warning: developerDetail };
        return { ok: false, detail: developerDetail, developerDetail };
      });
    },
    compare: (workflow) =>
      runOnce(
        { ...workflow, framework: "n8n", entry: WORKFLOW, comparesPinned: true },
        () => undefined,
        ({ receipt, idleMs }): Awaited<ReturnType<TrialRunner["compare"]>> => {
          if (receipt.outcome === "completed") return { ok: true, comparison: receipt.output };
          if (idleMs !== undefined) return { ok: false, detail: createIdleFailure(idleMs).detail };
          return { ok: false, detail: getFailure(receipt) };
        },
      ),
  };
}

const WORKFLOW: EntryPoint = { name: "workflow", kind: "workflow", takes: "parameters" };

type TrialResult = Awaited<ReturnType<TrialRunner["try"]>>;
type Trial = Parameters<TrialRunner["try"]>[0] & { comparesPinned?: true };

const getFailure = ({ error, outcome }: RunReceipt) =>
  error?.message ?? `The trial run ended with the outcome "${outcome}"`;

/** Returns the job of a trial, in which every model is stoa-basic. */
function createJob(
  trial: Trial,
  runId: string,
  { gateway, files, bounds }: Pick<TrialRunnerOptions, "gateway" | "files" | "bounds">,
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
function findSampleFiles(input: Job["input"], { findSampleFile }: TrialRunnerOptions["files"]): JobFile[] {
  const ids = Object.values(input).flat();
  return ids.flatMap((id) => (typeof id === "string" ? (findSampleFile(id) ?? []) : []));
}

/**
 * The beginning of the message for a tool that raised an exception in a trial
 * (runtime/python/stoa_sandbox/frameworks/tool_trial.py).
 */
const RAISED = "This tool raised an exception in the trial run, which called it with made-up arguments: ";
/** The maximum number of tools that a report names, because the report is a sentence for a developer. */
const MOST_NAMED = 5;

/**
 * Collects which tools a trial run called, which of them raised an exception because of made-up arguments, and which
 * undeclared hosts the run tried to reach.
 */
class TrialReport {
  readonly #called = new Set<string>();
  readonly #raised = new Map<string, string>();
  readonly #undeclaredHosts: string[] = [];

  handleEvent(event: RunEvent): void {
    if (event.type === "undeclared_host") this.#undeclaredHosts.push(event.host);
    if (event.type !== "step") return;
    if (event.kind === "tool_call") this.#called.add(event.text.split("(", 1)[0] ?? "");
    if (event.kind === "tool_result" && event.text.startsWith(RAISED))
      this.#raised.set(event.source, event.text.slice(RAISED.length));
  }

  /** Adds the hosts that the developer must declare to the message of a failed trial. */
  addUndeclaredHosts(message: string): string {
    if (this.#undeclaredHosts.length === 0) return message;
    return `${message} ${describeUndeclaredHosts(this.#undeclaredHosts)}`;
  }

  /** Returns the check's text about the tools, or nothing if no tool was called. */
  describeToolCalls(): { tools?: string } {
    if (this.#called.size === 0) return {};
    const names = [...this.#called].slice(0, MOST_NAMED);
    const more = this.#called.size - names.length;
    const all = `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
    const called = `The agent called its ${this.#called.size === 1 ? "tool" : "tools"} ${all}`;
    const [raised] = this.#raised;
    if (raised === undefined) return { tools: called };
    return { tools: `${called}. ${raised[0]} raised ${raised[1]} when called with made-up arguments` };
  }
}
