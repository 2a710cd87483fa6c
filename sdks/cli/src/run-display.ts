import type { ExecutionResult, Json, RunEvent } from "../../js/src/index.ts";
import { formatBytes, formatCount, formatSeconds, formatUsd, shorten } from "./format.ts";
import { noteStyles, printNote, toPrintable, writeOutput } from "./terminal.ts";

/** The length of a step's text: one line of a wide terminal. */
const STEP_LENGTH = 160;

/** How a run is shown. */
export interface DisplayOptions {
  /** Whether the output is written as it arrives. */
  streams: boolean;
  /** Whether steps and progress are left out. */
  quiet: boolean;
}

/** Writes a run's output to standard output as it arrives, and its steps and progress to standard error. */
export class RunDisplay {
  readonly #options: DisplayOptions;
  #hasOutput = false;
  #isInLine = false;

  constructor(options: DisplayOptions) {
    this.#options = options;
  }

  /** Shows an event of the run. */
  show({ event, data }: RunEvent): void {
    if (event === "output") {
      if (this.#options.streams && data.text !== "") this.#write(data.text);
    } else if (event === "step") {
      this.#note(`${data.source} ${STEP_LABELS[data.kind]} ${data.text}`);
    } else if (event === "status") {
      if (data.message) this.#note(formatProgress(data.message, data.fraction));
    } else if (event === "node" && data.state !== "running") {
      this.#note(`${data.node}: ${data.error ?? data.state}`);
    }
  }

  /** Writes the output, unless it has been written as it arrived, and ends its last line. */
  finish({ agent_output: output }: ExecutionResult): void {
    if (!this.#hasOutput && output !== null) this.#write(formatValue(output));
    if (this.#isInLine) this.#write("\n");
  }

  #write(text: string): void {
    writeOutput(text);
    this.#hasOutput = true;
    this.#isInLine = !text.endsWith("\n");
  }

  #note(text: string): void {
    if (this.#options.quiet) return;
    // On a terminal, both streams are shown on the same screen.
    const lineBreak = this.#isInLine && process.stdout.isTTY && process.stderr.isTTY ? "\n" : "";
    if (lineBreak) this.#isInLine = false;
    printNote(lineBreak + noteStyles.dim(shorten(toPrintable(text), STEP_LENGTH)));
  }
}

const STEP_LABELS = { message: "says:", tool_call: "calls", tool_result: "got" } as const;

function formatProgress(message: string, fraction: number | undefined): string {
  return fraction === undefined ? message : `${message} (${Math.round(fraction * 100)} %)`;
}

/** Returns an output as text: text as it is, other values as JSON. */
function formatValue(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** Shows how the run ended, why it failed, and what it cost. */
export function showOutcome(result: ExecutionResult): void {
  if (!result.success && result.status !== "cancelled")
    printNote(noteStyles.red(toPrintable(result.detail ?? `The run ended as ${result.status}.`)));
  if (result.stop_reason === "limit")
    printNote(noteStyles.yellow("The output is incomplete: the run reached its maximum cost."));
  const cost = result.total_cost === 0 ? "nothing charged" : formatUsd(result.total_cost);
  const parts = [
    result.status,
    formatSeconds(result.execution_time),
    formatCount(result.tokens_used, "token"),
    cost,
  ];
  printNote(noteStyles.dim(`${parts.join(", ")} (${result.run_id})`));
}

/** Lists the files that the agent returned, with links that work for an hour. */
export function listFiles({ artifacts }: ExecutionResult): void {
  for (const { name, size, url } of artifacts)
    printNote(toPrintable(`${name} (${formatBytes(size)}): ${url}`));
}
