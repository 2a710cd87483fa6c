import { nanoToDecimal } from "@stoa/contract";
import { boundText } from "@stoa/contract/bounded-text";
import type { NodeRun, RunEvent } from "@stoa/runtime/protocol";
import type { HoldGrowth } from "./hold.ts";
import { StreamedCost } from "./live-cost.ts";
import type { LiveRun } from "./live-run.ts";
import type { ConnectionEvent, NodeEvent, RunLogEvent } from "./run-feed.ts";
import { cutToTokens, StreamedText } from "./text-metering.ts";

/**
 * The maximum length of a step, which is one line in a run's trace. The beginning of a longer text is enough to
 * recognize the step.
 */
const MAX_STEP_CHARS = 4_000;
/**
 * The maximum length of the name of a node, member or tool. OpenAI allows 64 characters for a tool's name.
 */
const MAX_SOURCE_CHARS = 200;

/**
 * Takes the events of a running agent in order: counts its text, grows the hold to pay for it, and passes the events on
 * to the run's log. Text that no model wrote is cut at the cap or the balance
 * (docs/product-rules.md#stop-at-the-limit).
 */
export class AnswerStream {
  readonly streamed: StreamedText;
  /** The answer up to the point where it was cut, and the note that says why; undefined if it was not cut. */
  cutText: string | undefined;
  readonly #run: LiveRun;
  readonly #hold: HoldGrowth;
  readonly #cost: StreamedCost;
  /**
   * Text that waits to be counted. Text that arrives meanwhile is added to it, so that counting keeps up with the
   * agent.
   */
  #waiting: { text: string } | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #broken: () => void = () => {};

  constructor(run: LiveRun, hold: HoldGrowth) {
    this.#run = run;
    this.#hold = hold;
    this.#cost = new StreamedCost(run);
    this.streamed = new StreamedText(run.terms.caller.accountId);
  }

  take(event: RunEvent): void {
    if (event.type === "output") {
      this.#takeText(event.text);
      return;
    }
    this.#waiting = undefined;
    this.#enqueue(() => this.#run.feed.append(toRunEvent(event)));
  }

  #takeText(text: string): void {
    if (this.#waiting) {
      this.#waiting.text += text;
      return;
    }
    const chunk = { text };
    this.#waiting = chunk;
    this.#enqueue(() => {
      if (this.#waiting === chunk) this.#waiting = undefined;
      return this.#sendOutput(chunk.text);
    });
  }

  #enqueue(work: () => unknown): void {
    this.#last = this.#last.then(work);
    this.#last.catch(() => this.#broken());
  }

  /**
   * Sets the function to call if an event cannot be counted or the hold cannot grow to pay for it. In that case the run
   * must not continue.
   */
  onBroken(broken: () => void): void {
    this.#broken = broken;
  }

  /**
   * Waits until everything taken so far has been counted and passed on.
   * @throws the error if text could not be counted or the hold could not grow
   */
  async waitForDrain(): Promise<void> {
    await this.#last;
    this.#cost.stop();
  }

  async #sendOutput(text: string): Promise<void> {
    if (this.cutText !== undefined) return;
    const { meter, feed } = this.#run;
    const before = { text: this.streamed.text, tokens: this.streamed.tokens };
    meter.outputTokens = await this.streamed.push(text);
    const affordable = await countAffordableTextTokens(this.#run, this.#hold);
    if (meter.outputTokens <= affordable) {
      feed.appendOutput(text);
      return this.#cost.recordGrowth();
    }
    const kept = await cutToTokens(text, affordable - before.tokens);
    meter.outputTokens = Math.max(affordable, 0);
    meter.limited = true;
    this.cutText = withNote(before.text + kept, limitNote(this.#run));
    feed.appendOutput(this.cutText.slice(before.text.length));
    this.#run.stop("limit");
  }
}

/** Returns an event other than output as an entry of the run's log. */
function toRunEvent(event: Exclude<RunEvent, { type: "output" }>): Exclude<RunLogEvent, { kind: "output" }> {
  if (event.type === "step") {
    const { kind, source, text } = event;
    const step = { kind, source: source.slice(0, MAX_SOURCE_CHARS), text: boundText(text, MAX_STEP_CHARS) };
    return { kind: "step", payload: step };
  }
  if (event.type === "undeclared_host") return { kind: "connection", payload: toUndeclared(event.host) };
  if (event.type === "node") return { kind: "node", payload: toNodeEvent(event.run) };
  const message = boundText(event.message);
  if (event.type === "log") return { kind: "log", payload: { level: event.level, message } };
  const fraction = event.fraction === undefined ? {} : { fraction: event.fraction };
  return { kind: "progress", payload: { message, ...fraction } };
}

function toUndeclared(host: string): ConnectionEvent {
  const nothing = { bytes_sent: 0, bytes_received: 0, duration_ms: 0 };
  return {
    host,
    port: null,
    outcome: "refused",
    reason: "The agent does not declare this host.",
    ...nothing,
  };
}

function toNodeEvent({ within, serves, runIndex, ms, itemsIn, itemsOut, error, ...run }: NodeRun): NodeEvent {
  return {
    ...run,
    within: within ?? null,
    serves: serves ?? null,
    run: runIndex,
    duration_ms: ms,
    items_in: itemsIn,
    items_out: itemsOut,
    error: error ?? null,
  };
}

/**
 * Returns the number of output tokens that the hold can pay for in addition to the input, after growing the hold as far
 * as needed and possible.
 */
export async function countAffordableTextTokens(run: LiveRun, hold: HoldGrowth): Promise<number> {
  const { meter } = run;
  if (!meter.chargesText || meter.terms.pricePerToken === 0n) return Number.POSITIVE_INFINITY;
  const needed = meter.terms.pricePerToken * BigInt(meter.metered);
  const held = needed <= meter.held ? meter.held : await run.runSerially(() => hold.reach(run, needed));
  return meter.countTokensFor(held) - meter.inputTokens;
}

/** Returns the note that explains in the output why it was cut. */
export function limitNote({ meter, tree, depth }: LiveRun): string {
  const { cap, capSetBy } = meter.terms;
  const isAtCap = meter.held >= cap || (depth === 0 && tree.held >= tree.cap);
  if (isAtCap && capSetBy === "account")
    return `[Stopped: this run reached your limit of ${nanoToDecimal(cap)} USD per run. Send a higher max_cost or raise the limit in Settings.]`;
  if (isAtCap) return `[Stopped: this run reached its limit of ${nanoToDecimal(cap)} USD.]`;
  if (tree.held >= tree.cap) return "[Stopped: the run that called this agent reached its limit.]";
  return "[Stopped: your balance or spending limit was reached.]";
}

/** Returns an answer with the note below it. */
export function withNote(text: string, note: string): string {
  return text === "" ? note : `${text}\n\n${note}`;
}
