import { TEXTS } from "@stoa/contract";
import type { EntryPoint, RunEvent, RunReceipt } from "@stoa/runtime/protocol";
import { describeUndeclaredHosts } from "@stoa/runtime/supervisor";
import type { TrialRunner } from "../../catalog/index.ts";
import { toOutputText } from "../live/text-metering.ts";
import { createTrialStarter, type TrialOptions } from "./start-trial.ts";

const createIdleFailure = (ms: number) => {
  const detail = `The trial run did nothing for ${ms / 1000} seconds: no output, no log entry, no call. Make sure that the agent responds without waiting for anything.`;
  return { detail, developerDetail: detail };
};

/** Creates the runner of trials. Every model is stoa-basic, and nothing is held, charged or recorded. */
export function createTrialRunner(options: TrialOptions): TrialRunner {
  const { trials, files } = options;
  const runTrial = createTrialStarter(options);
  const describeEnd = (runId: string) => {
    const hosts = trials.listReachedHosts(runId);
    return hosts.length > 0 ? { endedAtHosts: hosts } : { endedAtConnector: true as const };
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
      return runTrial(trial, onEvent, ({ runId, receipt, idleMs }): TrialResult => {
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
      runTrial(
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

const getFailure = ({ error, outcome }: RunReceipt) =>
  error?.message ?? `The trial run ended with the outcome "${outcome}"`;

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
