import { boundText } from "@stoa/contract/bounded-text";
import type { AgentOutput, Job, LogLevel, NodeRun, RunEvent, RunReceipt } from "../../protocol/index.ts";
import { type Ending, failedEnding, tooMuchOutput } from "../endings.ts";
import { storableJson, storableText } from "../python/json-bounds.ts";
import { AgentFailure, OutputLimitReached } from "./agent-failure.ts";

/** What an event takes beside its text where it is kept; the sandbox's monitor counts the same. */
const EVENT_BYTES = 64;

/** What one run says, within its bounds, and how it ends. */
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

  /** The text given out so far. */
  get answer(): string {
    return this.#answer;
  }

  /** A piece of the answer. @throws OutputLimitReached */
  output(text: string): void {
    if (text === "") return;
    const storable = storableText(text);
    this.#count(storable);
    this.#answer += storable;
    this.#emit({ type: "output", text: storable });
  }

  /** @throws OutputLimitReached */
  step(kind: "message" | "tool_call" | "tool_result", source: string, text: string): void {
    const step = { kind, source: storableText(source), text: storableText(text) };
    this.#count(step.source + step.text);
    this.#emit({ type: "step", ...step });
  }

  /** @throws OutputLimitReached */
  warn(message: string): void {
    this.log("warning", message);
  }

  /** @throws OutputLimitReached */
  log(level: LogLevel, text: string): void {
    const message = storableText(text);
    this.#count(message);
    this.#emit({ type: "log", level, message });
  }

  /** @throws OutputLimitReached */
  progress(text: string): void {
    const message = storableText(text);
    this.#count(message);
    this.#emit({ type: "progress", message });
  }

  /** A workflow's node. The sender bounds it, so that what is shown of a run never ends the run. */
  node(run: NodeRun): void {
    this.#emit({ type: "node", run: { ...run, ...storableNode(run) } });
  }

  completed(output: AgentOutput): RunReceipt {
    return this.#receipt({ outcome: "completed" }, output);
  }

  ended(ending: Ending): RunReceipt {
    return this.#receipt(ending, this.#answer === "" ? null : this.#answer);
  }

  /** The end that an error of the loop means. */
  broken(error: unknown): RunReceipt {
    if (error instanceof OutputLimitReached) return this.ended(tooMuchOutput(this.#job.limits));
    if (error instanceof AgentFailure) {
      const message = boundText(storableText(error.message));
      return this.ended(failedEnding("failed", message, storableText(error.developerDetail)));
    }
    return this.ended(failedEnding("crashed", "The agent could not be run to its end.", String(error)));
  }

  #count(text: string): void {
    this.#bytes += Buffer.byteLength(text) + EVENT_BYTES;
    if (this.#bytes > this.#job.limits.outputBytes) throw new OutputLimitReached();
  }

  #emit(event: RunEvent): void {
    if (!this.#hasEnded) this.#onEvent(event);
  }

  #receipt(ending: Ending, output: AgentOutput): RunReceipt {
    this.#hasEnded = true;
    const durationMs = performance.now() - this.#acceptedAt;
    return { runId: this.#job.runId, ...ending, output, durationMs, startMs: 0 };
  }
}

function storableNode({ node, within, serves, items, error }: NodeRun) {
  return {
    node: storableText(node),
    ...(within !== undefined && { within: storableText(within) }),
    ...(serves !== undefined && { serves: storableText(serves) }),
    items: items.map((output) => output.map((item) => storableJson(item))),
    ...(error !== undefined && { error: storableText(error) }),
  };
}
