import type { JsonValue } from "@stoa/runtime/protocol";
import { ensureHeapRoom } from "../memory/heap-room.ts";
import type { Item } from "../model/item.ts";
import { WorkflowLimit } from "../model/node-error.ts";
import type { Outputs } from "../model/node-type.ts";
import type { RunLimits } from "./run-limits.ts";

/**
 * The maximum nesting depth of an item. The answer of a run may only be half as deep (DEEPEST_JSON), but nodes often
 * unwrap the items that they receive.
 */
const DEEPEST_ITEM = 200;

/** The approximate size of the punctuation around a value; also the cost of an empty list or a number. */
const PUNCTUATION = 8;

/**
 * Returns the approximate size of a value in bytes.
 * @throws WorkflowLimit if the value takes more than `most` bytes or is nested too deeply
 */
function estimateBytes(value: JsonValue, most: number): number {
  let weight = 0;
  const open: { value: JsonValue; depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: part, depth } = next;
    if (depth > DEEPEST_ITEM)
      throw new WorkflowLimit(
        `the node returned an item that is nested more than ${DEEPEST_ITEM} levels deep`,
      );
    weight += PUNCTUATION;
    if (typeof part === "string") weight += part.length;
    else if (Array.isArray(part)) for (const entry of part) open.push({ value: entry, depth: depth + 1 });
    else if (part !== null && typeof part === "object")
      for (const key of Object.keys(part)) {
        weight += key.length;
        open.push({ value: part[key] ?? null, depth: depth + 1 });
      }
    if (weight > most)
      throw new WorkflowLimit(`the node returned an item larger than ${Math.floor(most / 1_048_576)} MB`);
  }
  return weight;
}

/** The time after which a run yields the thread, so that messages to the run, such as a cancellation, are handled. */
const TICK_MS = 10;

/** Tracks how much of its limits a run, including its sub-workflows, has used. */
export class ExecutionBudget {
  readonly #limits: RunLimits;
  readonly #endsAt: number;
  #nodeRuns = 0;
  #items = 0;
  #bytes = 0;
  #answered = 0;
  #lastTick = performance.now();
  /** The values that have already been counted. Nodes often pass on the items that they received. */
  readonly #seen = new WeakSet<object>();

  constructor(limits: RunLimits) {
    this.#limits = limits;
    this.#endsAt = performance.now() + limits.wallMs;
  }

  get leftMs(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }

  get depth(): number {
    return this.#limits.depth;
  }

  get nodeRuns(): number {
    return this.#nodeRuns;
  }

  /** Counts the node runs of earlier turns of the conversation. */
  restore(nodeRuns: number): void {
    this.#nodeRuns = nodeRuns;
  }

  countNodeRun(): void {
    this.#nodeRuns += 1;
    if (this.#nodeRuns > this.#limits.nodeRuns)
      throw new WorkflowLimit(
        `the run exceeded its limit of ${this.#limits.nodeRuns} node runs. Check the workflow for an endless loop`,
        { field: "connections" },
      );
  }

  /** Counts the bytes of a response while a node runs, because the node holds them before it turns them into items. */
  countAnswer(bytes: number): void {
    this.#answered += bytes;
    if (this.#answered > this.#limits.bytes)
      throw new WorkflowLimit(
        `the node received more than ${Math.floor(this.#limits.bytes / 1_048_576)} MB of responses from servers: request fewer or smaller ones`,
      );
  }

  /**
   * Runs `work`, then stops counting the responses that arrived meanwhile. Earlier responses of a node that calls a
   * workflow stay counted, because the node still holds them.
   */
  async countOwnAnswers<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = this.#answered;
    try {
      return await work();
    } finally {
      this.#answered = before;
    }
  }

  /** Counts the items and bytes of a node's output. @throws WorkflowLimit if the run holds too much */
  hold(outputs: Outputs): void {
    for (const items of outputs) {
      this.#items += items?.length ?? 0;
      if (this.#items > this.#limits.items)
        throw new WorkflowLimit(
          `the run would hold more than ${this.#limits.items} items: process fewer at a time`,
        );
      for (const item of items ?? []) this.#holdItem(item);
    }
    ensureHeapRoom();
  }

  #holdItem({ json, binary }: Item): void {
    // As in n8n, a response that is a list of numbers becomes items whose `json` is not an object.
    if (typeof json !== "object" || !this.#seen.has(json)) {
      if (typeof json === "object") this.#seen.add(json);
      this.#add(estimateBytes(json, this.#limits.itemBytes));
    }
    for (const { bytes } of Object.values(binary ?? {})) {
      if (this.#seen.has(bytes)) continue;
      this.#seen.add(bytes);
      this.#add(bytes.byteLength);
    }
  }

  #add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limits.bytes)
      throw new WorkflowLimit(
        `the run would hold more than ${Math.floor(this.#limits.bytes / 1_048_576)} MB of items: process fewer or smaller ones`,
      );
  }

  /**
   * Yields the thread from time to time, so that messages to the run can be handled.
   * @throws WorkflowLimit if the run is out of time, or the signal's reason if the signal is aborted
   */
  async tick(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const now = performance.now();
    if (now > this.#endsAt)
      throw new WorkflowLimit(`the run took longer than ${Math.round(this.#limits.wallMs / 1000)} seconds`);
    if (now - this.#lastTick < TICK_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#lastTick = performance.now();
    signal.throwIfAborted();
  }
}
