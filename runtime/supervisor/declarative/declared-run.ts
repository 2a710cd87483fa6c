import { boundText } from "@stoa/contract/bounded-text";
import type { AgentOutput, Job, LogLevel, NodeRun, RunEvent, RunReceipt } from "../../protocol/index.ts";
import { createFailedEnding, createOutputLimitEnding, type Ending } from "../endings.ts";
import { toStorableJson, toStorableText } from "../python/json-bounds.ts";
import { AgentFailure, OutputLimitReached } from "./agent-failure.ts";

/** The stored size of an event in addition to its text. The sandbox's monitor uses the same value. */
const EVENT_BYTES = 64;

/** Reports the events and the end of one run, within the run's limits. */
export class DeclaredRun {
  readonly #job: Job;
  readonly #onEvent: (event: RunEvent) => void;
  readonly #acceptedAt = performance.now();
  #bytes = 0;
  #answer = "";
  #hasEnded = false;

  constructor(job: Job, onEvent: (event: RunEvent) => void) {
    this.#job = job;
    this.#onEvent = onEvent;
  }

  /** The text sent so far. */
  get answer(): string {
    return this.#answer;
  }

  /** Sends a chunk of the answer. @throws OutputLimitReached if the run exceeds its output limit */
  output(text: string): void {
    if (text === "") return;
    const storable = toStorableText(text);
    this.#count(storable);
    this.#answer += storable;
    this.#emit({ type: "output", text: storable });
  }

  /** Reports a step before the answer. @throws OutputLimitReached if the run exceeds its output limit */
  step(kind: "message" | "tool_call" | "tool_result", source: string, text: string): void {
    const step = { kind, source: toStorableText(source), text: toStorableText(text) };
    this.#count(step.source + step.text);
    this.#emit({ type: "step", ...step });
  }

  /** Adds a warning to the run's log. @throws OutputLimitReached if the run exceeds its output limit */
  warn(message: string): void {
    this.log("warning", message);
  }

  /** Adds a line to the run's log. @throws OutputLimitReached if the run exceeds its output limit */
  log(level: LogLevel, text: string): void {
    const message = toStorableText(text);
    this.#count(message);
    this.#emit({ type: "log", level, message });
  }

  /** Reports the agent's current activity. @throws OutputLimitReached if the run exceeds its output limit */
  reportProgress(text: string): void {
    const message = toStorableText(text);
    this.#count(message);
    this.#emit({ type: "progress", message });
  }

  /** Reports a node of a workflow. The sender limits the event's size, so that the trace never ends the run. */
  reportNode(run: NodeRun): void {
    this.#emit({ type: "node", run: { ...run, ...toStorableNode(run) } });
  }

  complete(output: AgentOutput): RunReceipt {
    return this.#buildReceipt({ outcome: "completed" }, output);
  }

  end(ending: Ending): RunReceipt {
    return this.#buildReceipt(ending, this.#answer === "" ? null : this.#answer);
  }

  /** Returns the receipt of a run that failed with this error. */
  fail(error: unknown): RunReceipt {
    if (error instanceof OutputLimitReached) return this.end(createOutputLimitEnding(this.#job.limits));
    if (error instanceof AgentFailure) {
      const message = boundText(toStorableText(error.message));
      return this.end(createFailedEnding("failed", message, toStorableText(error.developerDetail)));
    }
    return this.end(
      createFailedEnding("crashed", "The run failed unexpectedly. Please try again.", String(error)),
    );
  }

  #count(text: string): void {
    this.#bytes += Buffer.byteLength(text) + EVENT_BYTES;
    if (this.#bytes > this.#job.limits.outputBytes) throw new OutputLimitReached();
  }

  #emit(event: RunEvent): void {
    if (!this.#hasEnded) this.#onEvent(event);
  }

  #buildReceipt(ending: Ending, output: AgentOutput): RunReceipt {
    this.#hasEnded = true;
    const durationMs = performance.now() - this.#acceptedAt;
    return { runId: this.#job.runId, ...ending, output, durationMs, startMs: 0 };
  }
}

function toStorableNode({ node, within, serves, items, error }: NodeRun) {
  return {
    node: toStorableText(node),
    ...(within !== undefined && { within: toStorableText(within) }),
    ...(serves !== undefined && { serves: toStorableText(serves) }),
    items: items.map((output) => output.map((item) => toStorableJson(item))),
    ...(error !== undefined && { error: toStorableText(error) }),
  };
}
